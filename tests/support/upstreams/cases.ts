/** Reads cases: `<source>/<case>.<ext>` is a body, `<case>.source.txt` beside it names the request it answers and its status. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type CaseRequest = {
  method: string
  /** Path of a plain request, lower-case letters untouched. */
  pathname: string
  params: Map<string, string>
  /** Of a JSON-RPC request: its method and the plain words among its arguments. */
  rpc: { method: string; words: string[] } | null
  /** The request is only sketched (`?...`, `<any>`): it answers when pinned, never by itself. */
  sketch: boolean
}

export type Case = {
  folder: string
  name: string
  requests: CaseRequest[]
  status: number
  headers: Record<string, string>
  body: string
}

const TYPES: Record<string, string> = {
  '.json': 'application/json',
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/plain; charset=utf-8',
}

/**
 * Cases of one folder, in the order of their names; empty when there is no such folder. A body without notes answers the request that
 * `recorded` names for it, and is no case where it names none.
 */
export function loadCases(root: string, folder: string, recorded: Record<string, string> = {}): Case[] {
  const directory = path.join(root, folder)
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter((file) => path.extname(file) in TYPES && !file.endsWith('.source.txt'))
    .sort()
    .flatMap((file) => {
      const name = file.slice(0, -path.extname(file).length)
      const notesFile = path.join(directory, `${name}.source.txt`)
      const notes = existsSync(notesFile) ? readFileSync(notesFile, 'utf8') : recorded[name]
      if (notes === undefined) return []
      const values = (key: string) => [...notes.matchAll(new RegExp(`^${key}:\\s*(.+)$`, 'gm'))].map((match) => match[1]?.trim() ?? '')
      const headers: Record<string, string> = { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' }
      for (const header of values('header')) {
        const [key = '', ...rest] = header.split(':')
        headers[key.trim().toLowerCase()] = rest.join(':').trim()
      }
      return {
        folder,
        name,
        requests: values('request').flatMap((text) => parseRequest(text) ?? []),
        status: Number(values('status')[0]) || 200,
        headers,
        body: readFileSync(path.join(directory, file), 'utf8'),
      }
    })
}

/** `GET https://host/path?query`, or `POST https://host method(arg, arg)` for JSON-RPC. `<words>` stand for any value. */
export function parseRequest(text: string): CaseRequest | null {
  const call = /^(GET|POST)\s+(.*)$/.exec(text.replace(/\s+\([^)]*\)$/, ''))
  if (!call) return null
  const [, method = '', target = ''] = call
  const rpc = /^(?:https?:\S+|<[^>]*>)\s+(\w+|<[^>]*>)\((.*)\)$/.exec(text.slice(method.length + 1))
  const sketch = /\?\.\.\.|=\.\.\.|<any[ >]|<any>|\(\.\.\.\)/.test(text)
  if (rpc) {
    const words = (rpc[2] ?? '').split(/[,[\]{}"':\s]+/).filter((word) => word && !/[<>]|\.\.\./.test(word))
    return {
      method,
      pathname: '/',
      params: new Map(),
      rpc: { method: rpc[1] ?? '', words },
      sketch: sketch || rpc[1]?.startsWith('<') === true,
    }
  }
  const located = target.replace(/^<[^>]*host[^>]*>/, 'https://any.invalid')
  const [, rest = '/'] = /^https?:\/\/[^/]+(.*)$/.exec(located) ?? []
  const [pathname = '/', query = ''] = splitOnce(rest, '?')
  return { method, pathname: decodeLoosely(pathname || '/'), params: parseParams(query), rpc: null, sketch }
}

const splitOnce = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const parseParams = (query: string): Map<string, string> =>
  new Map(
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [key, value] = splitOnce(pair, '=')
        return [decodeLoosely(key), decodeLoosely(value)]
      }),
  )

/** Case notes are written by hand: what is not valid percent-encoding stands for itself. */
const decodeLoosely = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
