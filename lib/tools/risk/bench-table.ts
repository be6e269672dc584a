/** What the labelled cases of scripts/risk-bench came to. Written by `npm run risk-bench -- --write`. */
export const benchTable = `| Label | Class | low | medium | high | critical | unknown | refused | wrong |
|---|---|--:|--:|--:|--:|--:|--:|--:|
| dangerous | age |  |  | 2 |  |  |  | 0 |
| dangerous | authorities |  |  | 7 |  |  |  | 0 |
| dangerous | gas |  |  | 1 |  |  |  | 0 |
| dangerous | hidden control |  |  | 3 |  |  |  | 0 |
| dangerous | history |  |  | 1 |  |  |  | 0 |
| dangerous | holders |  |  | 3 |  |  |  | 0 |
| dangerous | insiders |  |  | 5 |  |  |  | 0 |
| dangerous | launch curve |  |  | 2 |  |  |  | 0 |
| dangerous | liquidity |  |  | 9 |  |  |  | 0 |
| dangerous | lp |  |  | 1 |  |  |  | 0 |
| dangerous | names |  |  | 15 |  |  |  | 0 |
| dangerous | owner powers |  |  | 16 |  |  |  | 0 |
| dangerous | reports |  |  | 7 |  |  |  | 0 |
| dangerous | selling |  |  | 11 | 4 |  |  | 0 |
| dangerous | source |  |  | 1 |  |  |  | 0 |
| dangerous | tax |  |  | 7 |  |  |  | 0 |
| dangerous | trade limits |  |  | 1 |  |  |  | 0 |
| dangerous | unknowable |  |  | 1 |  |  |  | 0 |
| dangerous | upgradeable |  |  | 4 |  |  |  | 0 |
| gap | our gap |  |  |  |  |  | 7 | 0 |
| good | age |  | 2 |  |  |  |  | 0 |
| good | authorities |  | 1 |  |  |  |  | 0 |
| good | clean | 22 |  |  |  |  |  | 0 |
| good | gas |  | 1 |  |  |  |  | 0 |
| good | holders | 5 | 2 |  |  |  |  | 0 |
| good | insiders | 4 |  |  |  |  |  | 0 |
| good | launch curve |  | 2 |  |  |  |  | 0 |
| good | liquidity | 9 | 3 |  |  |  |  | 0 |
| good | lp | 2 | 1 |  |  |  |  | 0 |
| good | names | 4 | 2 |  |  |  |  | 0 |
| good | owner powers | 5 |  |  |  |  |  | 0 |
| good | reports | 1 | 3 |  |  |  |  | 0 |
| good | selling | 3 | 1 |  |  |  |  | 0 |
| good | side sources | 4 |  |  |  |  |  | 0 |
| good | tax | 4 | 4 |  |  |  |  | 0 |
| good | trade limits |  | 4 |  |  |  |  | 0 |
| good | upgradeable | 3 | 3 |  |  |  |  | 0 |
| trusted | trusted | 22 |  |  |  |  |  | 0 |
| unknowable | unknowable |  |  |  |  | 4 |  | 0 |`
