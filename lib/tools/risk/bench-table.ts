/** What the labelled cases of scripts/risk-bench came to. Written by `npm run risk-bench -- --write`. */
export const benchTable = `| Label | Class | low | medium | high | critical | unknown | refused | wrong |
|---|---|--:|--:|--:|--:|--:|--:|--:|
| dangerous | age |  |  | 2 |  |  |  | 0 |
| dangerous | authorities |  |  | 8 |  |  |  | 0 |
| dangerous | gas |  |  | 1 |  |  |  | 0 |
| dangerous | hidden control |  |  | 4 |  |  |  | 0 |
| dangerous | history |  |  | 2 |  |  |  | 0 |
| dangerous | holders |  |  | 7 |  |  |  | 0 |
| dangerous | insiders |  |  | 6 |  |  |  | 0 |
| dangerous | launch curve |  |  | 2 |  |  |  | 0 |
| dangerous | liquidity |  |  | 12 |  |  |  | 0 |
| dangerous | lp |  |  | 3 |  |  |  | 0 |
| dangerous | names |  |  | 32 |  |  |  | 0 |
| dangerous | owner powers |  |  | 17 |  |  |  | 0 |
| dangerous | reports |  |  | 9 |  |  |  | 0 |
| dangerous | selling |  |  | 16 | 5 |  |  | 0 |
| dangerous | source |  |  | 2 |  |  |  | 0 |
| dangerous | tax |  |  | 9 | 1 |  |  | 0 |
| dangerous | trade limits |  |  | 1 |  |  |  | 0 |
| dangerous | unknowable |  |  | 1 |  |  |  | 0 |
| dangerous | upgradeable |  |  | 5 |  |  |  | 0 |
| gap | our gap |  |  |  |  |  | 11 | 0 |
| good | age |  | 2 |  |  |  |  | 0 |
| good | authorities |  | 1 |  |  |  |  | 0 |
| good | clean | 32 |  |  |  |  |  | 0 |
| good | gas |  | 1 |  |  |  |  | 0 |
| good | holders | 8 | 3 |  |  |  |  | 0 |
| good | insiders | 5 | 1 |  |  |  |  | 0 |
| good | launch curve |  | 2 |  |  |  |  | 0 |
| good | liquidity | 9 | 3 |  |  |  |  | 0 |
| good | lp | 3 | 1 |  |  |  |  | 0 |
| good | names | 8 | 2 |  |  |  |  | 0 |
| good | owner powers | 5 |  |  |  |  |  | 0 |
| good | reports | 2 | 3 |  |  |  |  | 0 |
| good | selling | 4 | 1 |  |  |  |  | 0 |
| good | side sources | 4 |  |  |  |  |  | 0 |
| good | tax | 4 | 4 |  |  |  |  | 0 |
| good | trade limits |  | 4 |  |  |  |  | 0 |
| good | upgradeable | 4 | 3 |  |  |  |  | 0 |
| trusted | trusted | 30 |  |  |  |  |  | 0 |
| unknowable | unknowable |  |  |  |  | 6 |  | 0 |`
