/** Certificates made on the spot: an authority of the test's own, and leaves that are right, expired, or for another host. No key is kept. */
import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

export type KeyAndCertificate = { key: string; cert: string }

export type LeafOptions = {
  /** DNS names and IPv4 addresses. */
  names: string[]
  notBefore?: Date
  notAfter?: Date
}

const YEAR_MS = 365 * 24 * 3_600_000

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const name = (common: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))))
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const extension = (id: string, critical: boolean, value: Buffer) =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value))

function certificate(
  subject: string,
  issuer: string,
  publicKey: KeyObject,
  signer: KeyObject,
  from: Date,
  to: Date,
  extensions: Buffer[],
): string {
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)])
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    name(issuer),
    sequence(time(from), time(to)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256').update(body).sign(signer)
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

/** An authority that issues leaves; trust it with `tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert])`. */
export function makeAuthority(common = 'Web Zoo Authority'): { cert: string; issue(options: LeafOptions): KeyAndCertificate } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const from = new Date(Date.now() - YEAR_MS)
  const isAuthority = extension('551d13', true, sequence(der(0x01, Buffer.from([0xff]))))
  const cert = certificate(common, common, keys.publicKey, keys.privateKey, from, new Date(Date.now() + YEAR_MS), [isAuthority])
  return {
    cert,
    issue({ names, notBefore = from, notAfter = new Date(Date.now() + YEAR_MS) }) {
      const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const alternatives = names.map((entry) =>
        /^[\d.]+$/.test(entry) ? der(0x87, Buffer.from(entry.split('.').map(Number))) : der(0x82, Buffer.from(entry)),
      )
      const extensions = [extension('551d11', false, sequence(...alternatives))]
      return {
        key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: certificate(names[0] ?? 'leaf', common, leaf.publicKey, keys.privateKey, notBefore, notAfter, extensions),
      }
    },
  }
}
