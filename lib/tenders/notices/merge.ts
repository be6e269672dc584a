/**
 * Merging of OCDS releases, as far as this feed needs it: objects field by field, arrays whose items have `id` by id,
 * other arrays replaced, `null` deletes, absent means unchanged.
 */
import type { Json } from '../sources/release.ts'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const idOf = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined
  return typeof value.id === 'string' || typeof value.id === 'number' ? String(value.id) : undefined
}

const haveIds = (values: unknown[]) => values.every((value) => idOf(value) !== undefined)

function mergeArrays(before: unknown[], patch: unknown[]): unknown[] {
  if (!haveIds(before) || !haveIds(patch)) return patch
  const merged = [...before]
  const places = new Map(before.map((value, index) => [idOf(value), index]))
  for (const value of patch) {
    const place = places.get(idOf(value))
    if (place === undefined) places.set(idOf(value), merged.push(mergeValues(undefined, value)) - 1)
    else merged[place] = mergeValues(merged[place], value)
  }
  return merged
}

function mergeValues(before: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return Array.isArray(before) ? mergeArrays(before, patch) : patch
  if (isObject(patch)) return mergeReleases(isObject(before) ? before : {}, patch)
  return patch
}

/** `before` with what `patch` says; neither is changed. */
export function mergeReleases(before: Json, patch: Json): Json {
  const merged = { ...before }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else merged[name] = mergeValues(merged[name], value)
  }
  return merged
}
