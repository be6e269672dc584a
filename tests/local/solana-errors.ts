/** litesvm's numbered errors in the words of Solana's JSON-RPC, e.g. `"AlreadyProcessed"` or `{"InstructionError":[2,{"Custom":1}]}`. */
import type { FailedTransactionMetadata } from 'litesvm'

const transactionErrors =
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction ProgramCacheHitMaxLimit CommitCancelled'.split(
    ' ',
  )

const instructionErrors =
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded BuiltinProgramsMustConsumeComputeUnits BorshIoError'.split(
    ' ',
  )

export type SolanaError = string | { InstructionError: [number, string | { Custom: number }] } | Record<string, unknown>

/** The error of a failed transaction as the JSON-RPC writes it. */
export function toSolanaError(failed: FailedTransactionMetadata): SolanaError {
  const error = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? `Unknown(${error})`
  if ('err' in error && typeof error.err === 'function') {
    const inner: unknown = error.err()
    if (typeof inner === 'number') return { InstructionError: [error.index, instructionErrors[inner] ?? `Unknown(${inner})`] }
    if (typeof inner === 'object' && inner !== null && 'code' in inner)
      return { InstructionError: [error.index, { Custom: Number(inner.code) }] }
    return { InstructionError: [error.index, String(inner)] }
  }
  return { Other: String(error) }
}

/** True for errors that a validator charges a fee for: the transaction is on chain, as failed. Others never get there. */
export function landsAsFailed(error: SolanaError): boolean {
  return typeof error === 'object' && 'InstructionError' in error
}
