/**
 * `npm run licences -- [--check] [--sbom FILE]`: writes docs/licences.md, every package that production installs with its licence, from the lock
 * file and the packages themselves. Exits 1 when a package says nothing, or something that needs a decision. With --check nothing is written,
 * and an old list is a failure. With --sbom the same packages also go to FILE as a bill of materials (CycloneDX 1.6): `npm sbom` itself refuses
 * a tree in which some package asks for an older peer.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readOptions } from './steps/options.ts'
import { root } from './steps/run.ts'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
})

/** Licences that ask for no more than their notice, or for changes of their own files to stay open. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
])

type Row = { name: string; version: string; licence: string; note: string; integrity: string | undefined }

/** True for an SPDX expression of accepted licences: all of `AND`, any of `OR`. */
const isAccepted = (expression: string): boolean => {
  const bare = expression.replace(/^\(|\)$/g, '')
  if (/ OR /.test(bare)) return bare.split(/ OR /).some(isAccepted)
  return bare.split(/ AND /).every((part) => accepted.has(part.replace(/[()]/g, '').trim()))
}

function manifestLicence(path: string): string | undefined {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type?: string }
    licenses?: { type?: string }[]
  }
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ')
}

function production(): Row[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const rows = new Map<string, Row>()
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || entry.dev || entry.devOptional || entry.link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const version = entry.version ?? ''
    const licence = entry.license ?? manifestLicence(path) ?? 'none stated'
    rows.set(`${name} ${version}`, { name, version, licence, note: entry.optional ? 'optional' : '', integrity: entry.integrity })
  }
  return [...rows.values()].sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** The document. Pure. */
function toMarkdown(rows: Row[]): string {
  const counts = new Map<string, number>()
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  return [
    '# Licences of what production installs',
    '',
    `Written by \`npm run licences\` from \`package-lock.json\`: ${rows.length} packages. Development tools are not part of what runs and not listed.`,
    '',
    '| Licence | Packages |',
    '|---|---|',
    ...[...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
    'Under the LGPL are only native image libraries that Next installs as optional packages; they stay separate, replaceable files.',
    '',
    '| Package | Version | Licence | |',
    '|---|---|---|---|',
    ...rows.map(({ name, version, licence, note }) => `| ${name} | ${version} | ${licence} | ${note} |`),
    '',
  ].join('\n')
}

/** The bill of materials (ECMA-424). Pure. */
function toSbom(rows: Row[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'paid-agent-tools' } },
    components: rows.map(({ name, version, licence, note, integrity }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
      const [, algorithm = '', digest = ''] = /^(sha\d+)-(.+)$/.exec(integrity ?? '') ?? []
      return {
        type: 'library',
        'bom-ref': purl,
        name,
        version,
        scope: note === 'optional' ? 'optional' : 'required',
        ...(digest
          ? { hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }] }
          : {}),
        licenses: [{ expression: licence }],
        purl,
      }
    }),
  }
}

const { values } = readOptions(import.meta.url, { options: { check: { type: 'boolean' }, sbom: { type: 'string' } } })
const rows = production()
const document = toMarkdown(rows)
const target = join(root, 'docs/licences.md')
const wrong = rows.filter(({ licence }) => !isAccepted(licence))
for (const { name, version, licence } of wrong) process.stderr.write(`needs a decision: ${name} ${version}: ${licence}\n`)
if (values.check) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== document) {
    process.stderr.write('docs/licences.md is not up to date: npm run licences\n')
    process.exitCode = 1
  }
} else writeFileSync(target, document)
if (values.sbom !== undefined) writeFileSync(values.sbom, `${JSON.stringify(toSbom(rows), null, 1)}\n`)
if (wrong.length > 0) process.exitCode = 1
process.stdout.write(`${rows.length} packages, ${wrong.length} to decide\n`)
