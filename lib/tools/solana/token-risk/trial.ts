/** A real holder's transfer of the token, simulated by a node: the part of a sale that a mint can forbid. */
export type TransferTrial = {
  outcome: 'moved' | 'refused'
  /** The holder whose transfer was tried. */
  holder: string
}
