/** The thresholds of the rules about the market. */
export const limits = {
  noLiquidityUsd: 1_000,
  /** Half of a balanced pool is what sellers can take out. */
  noExitUsd: 500,
  thinLiquidityUsd: 10_000,
  thinExitUsd: 1_000,
  concentratedHighPct: 50,
  concentratedMediumPct: 30,
  walletHighPct: 20,
  newHighSeconds: 3_600,
  newMediumSeconds: 86_400,
  noSellsBuys: 50,
  /** Ordinary markets sell about as often as they buy. */
  buysPerSell: 100,
  /** On a launch curve whose reserves are not known, trades of this size show that it pays out. */
  curveSells: 10,
  curveVolumeUsd: 1_000,
  insiderHighPct: 20,
  insiderMediumPct: 10,
  fakeDepthUsd: 10_000,
  fakeDepthTimes: 3,
} as const
