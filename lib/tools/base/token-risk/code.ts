/** What a contract's bytecode shows without being run. */
import { hexToBytes } from '@noble/hashes/utils'

export type Code = {
  /** It can run the code of another contract as its own, as every proxy does. */
  delegatecall: boolean
  selfdestruct: boolean
  /** A minimal clone (EIP-1167): it points at one contract for ever. */
  clone: boolean
}

const CLONE = /^0x363d3d373d3d3d363d(73|6[0-9a-f])|^0x3d3d3d3d363d3d37363d73/i

/** The opcodes of `hex`, data of PUSH instructions left out. Constants behind the code may add opcodes that never run; none is missed. */
export function readCode(hex: string): Code {
  const bytes = hexToBytes(hex.slice(2))
  const seen = new Set<number>()
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    seen.add(opcode)
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return { delegatecall: seen.has(0xf4) || seen.has(0xf2), selfdestruct: seen.has(0xff), clone: CLONE.test(hex) }
}
