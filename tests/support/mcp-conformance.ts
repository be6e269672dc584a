/** The tools, resources and prompts that the MCP conformance suite asks a server to have, to be served by the endpoint under test. */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'

/** One red pixel, and a few samples of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] })
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const embedded = (uri: string, mimeType: string, held: string) => ({ type: 'resource', resource: { uri, mimeType, text: held } }) as const

const states = createRequestStateCodec({ key: 'a key of the conformance tests, nowhere else' })

const form = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: type === 'string' ? { type } : { type } }, required: [name] },
  })
const sample = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens })

const capabilitiesOf = ({ mcpReq }: ServerContext): ClientCapabilities =>
  // The type of the envelope does not name the keys that it holds.
  (mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}

/** The answer to one input request; undefined before it came. */
const answerTo = <Content extends Record<string, unknown>>({ mcpReq }: ServerContext, key: string) =>
  acceptedContent<Content>(mcpReq.inputResponses, key)

type Run = (
  context: ServerContext,
  values: Record<string, unknown>,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

async function withProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    await pause()
  }
  return text('done')
}

async function multiRound(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const state = context.mcpReq.requestState<{ round: number; name?: string }>()
  const colour = answerTo<{ color: string }>(context, 'step2')
  if (state?.round === 2 && colour) return text(`${state.name} likes ${colour.color}`)
  const name = answerTo<{ name: string }>(context, 'step1')
  if (state?.round === 1 && name)
    return inputRequired({
      inputRequests: { step2: form('Step 2: What is your favorite color?', 'color') },
      requestState: await states.mint({ round: 2, name: name.name }),
    })
  return inputRequired({
    inputRequests: { step1: form('Step 1: What is your name?', 'name') },
    requestState: await states.mint({ round: 1 }),
  })
}

async function confirmed(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  if (context.mcpReq.requestState<{ ok: true }>() && context.mcpReq.inputResponses?.confirm) return text('state-ok')
  return inputRequired({
    inputRequests: { confirm: form('Please confirm', 'ok', 'boolean') },
    requestState: await states.mint({ ok: true }),
  })
}

async function multipleInputs({ mcpReq }: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const wanted = ['user_name', 'greeting', 'client_roots']
  if (mcpReq.requestState() && wanted.every((key) => mcpReq.inputResponses?.[key] !== undefined)) return text('all three')
  return inputRequired({
    inputRequests: {
      user_name: form('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    requestState: await states.mint({ asked: true }),
  })
}

function namedByPerson(context: ServerContext): CallToolResult | InputRequiredResult {
  const answer = answerTo<{ name: string }>(context, 'user_name')
  return answer ? text(`Hello, ${answer.name}!`) : inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } })
}

function onlyWhatIsDeclared(context: ServerContext): CallToolResult | InputRequiredResult {
  const { sampling, elicitation } = capabilitiesOf(context)
  const inputRequests = {
    ...(sampling ? { ask: sample('Say something', 10) } : {}),
    ...(elicitation ? { name: form('Your name?', 'name') } : {}),
  }
  return context.mcpReq.inputResponses || Object.keys(inputRequests).length === 0 ? text('done') : inputRequired({ inputRequests })
}

const tools: Record<string, Run> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: withProgress,
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'only where it was asked for')
    return text('logged')
  },
  test_missing_capability: (context) => {
    if (!capabilitiesOf(context).sampling) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return text('there')
  },
  test_streaming_elicitation: namedByPerson,
  test_input_required_result_elicitation: namedByPerson,
  test_input_required_result_sampling: ({ mcpReq }) =>
    mcpReq.inputResponses?.capital_question
      ? text(JSON.stringify(mcpReq.inputResponses.capital_question))
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } }),
  test_input_required_result_list_roots: ({ mcpReq }) =>
    mcpReq.inputResponses?.client_roots
      ? text(JSON.stringify(mcpReq.inputResponses.client_roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: multipleInputs,
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: onlyWhatIsDeclared,
}

const listed: Tool[] = Object.keys(tools).map((name) => ({
  name,
  description: `The suite’s ${name}.`,
  inputSchema: { type: 'object', properties: {} },
}))
listed.push({
  name: 'test_custom_headers',
  description: 'A tool whose parameter travels in a header too.',
  inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
})

const resources = { 'test://static-text': 'text/plain', 'test://static-binary': 'image/png' } as const

/** A server as the suite expects it, for one request. */
export function conformanceServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: states.verify },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listed }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (params.name === 'test_custom_headers') return text(JSON.stringify(params.arguments ?? {}))
    const run = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined
    if (!run) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`)
    return run(context, params.arguments ?? {})
  })
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(resources).map(([uri, mimeType]) => ({ uri, name: uri, description: 'Static.', mimeType })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === 'test://static-text')
      return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] }
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined) throw new ResourceNotFoundError(uri)
    return {
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
    }
  })
  const said = (...content: object[]) => ({
    messages: content.map((one) => ({ role: 'user' as const, content: one as { type: 'text'; text: string } })),
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      { name: 'test_simple_prompt', description: 'Simple.' },
      {
        name: 'test_prompt_with_arguments',
        description: 'With arguments.',
        arguments: ['arg1', 'arg2'].map((name) => ({ name, description: name, required: true })),
      },
      {
        name: 'test_prompt_with_embedded_resource',
        description: 'With a resource.',
        arguments: [{ name: 'resourceUri', description: 'Its address.', required: true }],
      },
      { name: 'test_prompt_with_image', description: 'With an image.' },
      { name: 'test_input_required_result_prompt', description: 'Asks first.' },
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { name, arguments: values = {} } = params
    if (name === 'test_simple_prompt') return said({ type: 'text', text: 'This is a simple prompt for testing.' })
    if (name === 'test_prompt_with_arguments')
      return said({ type: 'text', text: `Prompt with arguments: arg1='${values.arg1}', arg2='${values.arg2}'` })
    if (name === 'test_prompt_with_embedded_resource')
      return said(embedded(String(values.resourceUri), 'text/plain', 'Embedded resource content for testing.'), {
        type: 'text',
        text: 'Please process the embedded resource above.',
      })
    if (name === 'test_prompt_with_image') return said(image, { type: 'text', text: 'Please analyze the image above.' })
    if (name !== 'test_input_required_result_prompt')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
    const answer = answerTo<{ context: string }>(context, 'user_context')
    return answer
      ? said({ type: 'text', text: `In the context ${answer.context}` })
      : inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } })
  })
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }))
  return server
}
