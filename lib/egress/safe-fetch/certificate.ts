/** What a TLS peer's certificate says, and in which of the usual ways it is wrong. */
import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls'
import { plainText } from '../../http/plain-text.ts'

export type TlsInfo = {
  /** Organisation or common name of the issuer. */
  issuer: string | null
  /** ISO 8601 UTC. */
  validTo: string | null
  /** The reason when the certificate must not be trusted, else null. */
  error: string | null
}

/** Reads the peer's certificate after the handshake of a socket that does not reject by itself. */
export function inspectCertificate(socket: TLSSocket, host: string): TlsInfo {
  const certificate = socket.getPeerCertificate()
  const has = Object.keys(certificate ?? {}).length > 0
  const issuer = has ? plainText(first(certificate.issuer?.O) ?? first(certificate.issuer?.CN) ?? '', 200) || null : null
  const validTo = has ? isoDate(certificate.valid_to) : null
  const error = socket.authorized ? null : reasons(socket, host, has ? certificate : null)
  return { issuer, validTo, error }
}

function reasons(socket: TLSSocket, host: string, certificate: PeerCertificate | null): string {
  if (!certificate) return 'no certificate was presented'
  const found: string[] = []
  const now = Date.now()
  const validTo = isoDate(certificate.valid_to)
  const validFrom = isoDate(certificate.valid_from)
  if (validTo && Date.parse(validTo) < now) found.push(`certificate expired on ${validTo.slice(0, 10)}`)
  if (validFrom && Date.parse(validFrom) > now) found.push(`certificate is not valid before ${validFrom.slice(0, 10)}`)
  if (checkServerIdentity(host, certificate)) found.push(`certificate is for the wrong host, not for ${host}`)
  const code = String((socket.authorizationError as { code?: string } | null)?.code ?? socket.authorizationError ?? '')
  if (/SELF_SIGNED/.test(code)) found.push('certificate is untrusted: self-signed')
  else if (/UNABLE_TO|UNTRUSTED|INVALID_CA|CHAIN|ISSUER/.test(code)) found.push('certificate is untrusted: its issuer is unknown')
  else if (/REVOKED/.test(code)) found.push('certificate was revoked')
  return found.length > 0 ? found.join('; ') : 'certificate did not pass verification'
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function isoDate(text: string | undefined): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
