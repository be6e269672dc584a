/** A resolver on loopback whose answers a test decides, question by question: for names that do not exist, hang, or change their mind. */
import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'

/** Addresses of the asked family, `nxdomain`, or `silence` (no answer at all). */
export type DnsAnswer = readonly string[] | 'nxdomain' | 'silence'

export type DnsServer = {
  /** `127.0.0.1:port`, as FETCH_DNS_SERVERS takes it. */
  address: string
  /** Every question so far, `name type`. */
  questions: string[]
  close(): Promise<void>
}

/**
 * Starts a resolver. `answer` gets the name in lower case and how often this name and type have been asked before. Who asks for both families has
 * AAAA before A: however slow the machine, neither is done without for coming late.
 */
export async function startDnsServer(answer: (name: string, type: 'A' | 'AAAA', asked: number) => DnsAnswer): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  const [askedSix, held] = [new Set<string>(), new Map<string, () => void>()]
  socket.on('message', (message, peer) => {
    const { name, type, end } = readQuestion(message)
    const family = type === 1 ? 'A' : type === 28 ? 'AAAA' : null
    const key = `${name} ${family ?? type}`
    const asked = questions.filter((question) => question === key).length
    questions.push(key)
    const decided = family ? answer(name, family, asked) : []
    const asker = `${peer.port} ${name}`
    const addresses =
      decided === 'nxdomain' || decided === 'silence' ? [] : decided.filter((address) => isIP(address) === (family === 'A' ? 4 : 6))
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | (decided === 'nxdomain' ? 3 : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    const records = addresses.map((address) => {
      const data = addressBytes(address)
      const fixed = Buffer.alloc(12)
      fixed.writeUInt16BE(0xc00c, 0)
      fixed.writeUInt16BE(type, 2)
      fixed.writeUInt16BE(1, 4)
      fixed.writeUInt16BE(data.length, 10)
      return Buffer.concat([fixed, data])
    })
    const send = () => {
      if (decided !== 'silence') socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), peer.port, peer.address)
    }
    if (family === 'A' && !askedSix.has(asker)) {
      held.set(asker, send)
      return
    }
    send()
    if (family !== 'AAAA') return
    askedSix.add(asker)
    held.get(asker)?.()
    held.delete(asker)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let offset = 12
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length).toLowerCase())
    offset += length + 1
  }
  return { name: labels.join('.'), type: message.readUInt16BE(offset + 1), end: offset + 5 }
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]))
}
