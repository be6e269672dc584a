/** What the sources' searches share: their reading of local time, their package envelope. */
export type SourceName = string

/** A release as the sources publish it; only the members the server itself needs are typed. */
export type MadeRelease = { id: string; ocid: string; date: string; tag: string[] } & Record<string, unknown>

const offsetName = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset', hour: 'numeric' })

function londonOffsetMs(instant: number): number {
  const name = offsetName.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value
  return name === 'GMT+01:00' ? 3_600_000 : 0
}

/** `YYYY-MM-DDTHH:MM:SS` (or a date) read as UK local time, as an instant; NaN when malformed. */
export function toLocalInstant(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z?)?$/.test(text)) return Number.NaN
  const asUtc = Date.parse(`${text.length === 10 ? `${text}T00:00:00` : text.slice(0, 19)}Z`)
  return asUtc - londonOffsetMs(asUtc - londonOffsetMs(asUtc))
}

/** Contracts Finder's search knows the latest release of a process only. Expects newest first. */
export function latestPerProcess(releases: readonly MadeRelease[]): MadeRelease[] {
  return [...new Map([...releases].reverse().map((release) => [release.ocid, release])).values()].sort(
    (a, b) => releases.indexOf(a) - releases.indexOf(b),
  )
}

/** A release package around releases. */
export function packageOf(uri: string, releases: readonly unknown[], next: string | undefined) {
  return {
    uri,
    version: '1.1',
    publishedDate: '2026-01-01T00:00:00Z',
    publisher: { name: 'Made up for tests' },
    license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    releases,
    ...(next === undefined ? {} : { links: { next } }),
  }
}
