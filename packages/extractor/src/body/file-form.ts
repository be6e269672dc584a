/** Text whose lines are meant as they stand: source code, data and tables, known by their names or types. */

/** A table's rows, or the language of code. */
export type FileForm = { readonly kind: 'table'; readonly separator: string | null } | { readonly kind: 'code'; readonly language: string }

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: 'sh bash zsh ksh',
    batch: 'bat cmd',
    bibtex: 'bib',
    c: 'c h',
    clojure: 'clj cljs edn',
    cmake: 'cmake',
    cpp: 'cc cpp cxx hpp hh hxx ino',
    csharp: 'cs',
    dart: 'dart',
    diff: 'diff patch',
    elixir: 'ex exs',
    erlang: 'erl hrl',
    fortran: 'f90 f95 for',
    fsharp: 'fs fsx',
    go: 'go mod sum',
    graphql: 'graphql gql',
    groovy: 'groovy gradle',
    haskell: 'hs',
    hcl: 'tf hcl tfvars',
    ini: 'ini cfg conf properties editorconfig',
    java: 'java',
    javascript: 'js mjs cjs jsx',
    json: 'json5 jsonc',
    julia: 'jl',
    kotlin: 'kt kts',
    latex: 'tex sty cls',
    lua: 'lua',
    makefile: 'mk makefile',
    nix: 'nix',
    ocaml: 'ml mli',
    perl: 'pl pm',
    php: 'php',
    powershell: 'ps1 psm1',
    protobuf: 'proto',
    python: 'py pyi pyx',
    r: 'r rmd',
    ruby: 'rb rake gemspec rakefile gemfile',
    rust: 'rs',
    scala: 'scala sbt',
    solidity: 'sol',
    sql: 'sql',
    swift: 'swift',
    toml: 'toml lock',
    typescript: 'ts mts cts tsx',
    vim: 'vim',
    yaml: 'yaml yml',
    zig: 'zig',
    dockerfile: 'dockerfile containerfile',
    jsonl: 'jsonl ndjson',
    vtt: 'vtt srt',
    xml: 'xml xsd xsl xslt wsdl gpx kml plist csproj',
    ics: 'ics ical',
  }).flatMap(([language, names]) => names.split(' ').map((name) => [name, language])),
)
/** What types call languages, where their names are others than those of files. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'c++src': 'cpp',
    'c++': 'cpp',
    csrc: 'c',
    chdr: 'c',
    java: 'java',
    'java-source': 'java',
    python: 'python',
    'script.python': 'python',
    ruby: 'ruby',
    perl: 'perl',
    shellscript: 'bash',
    rust: 'rust',
    go: 'go',
    typescript: 'typescript',
    diff: 'diff',
    patch: 'diff',
    tex: 'latex',
    latex: 'latex',
    makefile: 'makefile',
    yaml: 'yaml',
    toml: 'toml',
    sql: 'sql',
    kotlin: 'kotlin',
    scala: 'scala',
    lua: 'lua',
    haskell: 'haskell',
    xml: 'xml',
    calendar: 'ics',
  }),
)

/** What the file of a body is called, in lower case: by what its server says of saving it, else by its address; empty where neither tells. */
export function fileName(url: string, disposition: string | null): string {
  const said = /(?:^|;)\s*filename(\*?)\s*=\s*(?:"([^"]{1,300})|([^;"]{1,300}))/i.exec(disposition ?? '')
  const name = (said?.[2] ?? said?.[3] ?? '').trim()
  return (name || (URL.parse(url)?.pathname.split('/').at(-1) ?? '')).toLowerCase()
}

/** Servers of files send Markdown as plain text; what a site has for language models is Markdown by its form (llmstxt.org). */
export const isMarkdownName = (file: string): boolean => /(?:\.(?:mdx?|markdown|mdown)|^llms(?:-[\w-]{1,40})?\.txt)$/i.test(file)

/** Whether and as what the lines of a text are kept, by the name of its file; null for prose. */
export function formOfName(file: string): FileForm | null {
  const ending = file.slice(file.lastIndexOf('.') + 1)
  if (ending === 'tsv') return { kind: 'table', separator: '\t' }
  if (ending === 'csv') return { kind: 'table', separator: null }
  const language = LANGUAGES.get(ending)
  return language === undefined ? null : { kind: 'code', language }
}

/** Whether and as what the lines of a text are kept, by its type, else by the name of its file; null for prose. */
export function fileForm(file: string, contentType: string): FileForm | null {
  const essence = contentType.split(/[;,]/, 1)[0]!.trim().toLowerCase()
  const type = /^(?:text|application)\/(?:x-)?(.+)$/.exec(essence)?.[1] ?? ''
  if (type === 'tab-separated-values' || type === 'tsv') return { kind: 'table', separator: '\t' }
  if (type === 'csv' || type === 'comma-separated-values') return { kind: 'table', separator: null }
  const language = TYPES.get(type.replace(/^.+\+(?=xml$)/, ''))
  const named = formOfName(file)
  return language === undefined || named?.kind === 'table' ? named : { kind: 'code', language }
}
