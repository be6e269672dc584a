/** What can be read over MCP before anything is bought: the page and the recorded samples of each tool, how to pay, and what errors mean. */
import type { Resource, ResourceTemplateType, TextResourceContents } from '@modelcontextprotocol/server'
import { errorsMarkdown, paymentsMarkdown } from '../catalogue/markdown/guides.ts'
import { toolMarkdown } from '../catalogue/markdown/tool.ts'
import { sampleText } from '../catalogue/samples.ts'
import type { Env } from '../core.ts'
import { tools } from '../tools/registry.ts'

type Settings = Parameters<typeof paymentsMarkdown>[0] & Parameters<typeof toolMarkdown>[1] & Env

const SCHEME = 'paid-agent-tools:'

type Text = { name: string; title: string; description: string; mimeType: string; read: (settings: Settings) => string }

const markdown = 'text/markdown'
const json = 'application/json'

/** Every resource, by its URI. */
const texts: ReadonlyMap<string, Text> = new Map<string, Text>([
  [
    `${SCHEME}//guides/payments`,
    {
      name: 'payments',
      title: 'How to pay',
      description: 'How a call is paid for, and what is charged when.',
      mimeType: markdown,
      read: paymentsMarkdown,
    },
  ],
  [
    `${SCHEME}//guides/errors`,
    {
      name: 'errors',
      title: 'What errors mean',
      description: 'Every error code: what happened and what to do.',
      mimeType: markdown,
      read: errorsMarkdown,
    },
  ],
  ...tools.flatMap((tool): [string, Text][] => [
    [
      `${SCHEME}//docs/${tool.id}`,
      {
        name: `docs/${tool.id}`,
        title: tool.summary,
        description: `Parameters, answer, errors and price of ${tool.id}.`,
        mimeType: markdown,
        read: (settings) => toolMarkdown(tool, settings),
      },
    ],
    [
      `${SCHEME}//samples/${tool.id}`,
      {
        name: `samples/${tool.id}`,
        title: `A sample answer of ${tool.id}`,
        description:
          'The form of the answer, marked sample: true, with a label that says whether it is from test data or from the live service; it says nothing about now.',
        mimeType: json,
        read: (settings) => sampleText(tool, 'answer', settings),
      },
    ],
  ]),
])

export const listResources = (_settings: Pick<Env, 'BASE_URL'>): Resource[] =>
  [...texts].map(([uri, { name, title, description, mimeType }]) => ({ uri, name, title, description, mimeType }))

export const listTemplates = (): ResourceTemplateType[] => [
  {
    uriTemplate: `${SCHEME}//docs/{+tool}`,
    name: 'docs',
    title: 'The page of a tool',
    description: 'tool: its path without /v1/, e.g. evm/4byte.',
    mimeType: markdown,
  },
  {
    uriTemplate: `${SCHEME}//samples/{+tool}`,
    name: 'samples',
    title: 'A sample answer of a tool',
    description: 'tool: its path without /v1/, e.g. evm/4byte.',
    mimeType: json,
  },
]

/** The text behind a URI; undefined: there is none. */
export function readResource(settings: Settings, uri: string): TextResourceContents | undefined {
  const found = texts.get(uri)
  return found && { uri, mimeType: found.mimeType, text: found.read(settings) }
}
