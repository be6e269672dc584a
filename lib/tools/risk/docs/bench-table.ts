/** What the labelled cases of scripts/risk-bench came to. Written by `npm run risk-bench -- --write`. */
export const benchTable = `| Class | dangerous | good | trusted | gap | unknowable |
|---|---|---|---|---|---|
| age | high 2 | medium 2 |  |  |  |
| authorities | high 8 | medium 1 |  |  |  |
| clean |  | low 32 |  |  |  |
| fake depth | high 7 | low 4 |  |  |  |
| gas | high 1 | medium 1 |  |  |  |
| hidden control | high 4 |  |  |  |  |
| history | high 2 |  |  |  |  |
| holders | high 7 | low 8, medium 3 |  |  |  |
| insiders | high 6 | low 5, medium 1 |  |  |  |
| launch curve | high 2 | medium 2 |  |  |  |
| liquidity | high 12 | low 9, medium 3 |  |  |  |
| lp | high 4 | low 3, medium 3 |  |  |  |
| names | high 32 | low 8, medium 2 |  |  |  |
| our gap |  |  |  | refused 11 |  |
| outsider | high 71, critical 3 | low 25 |  |  |  |
| owner powers | high 17 | low 5 |  |  |  |
| reports | high 9 | low 2, medium 3 |  |  |  |
| selling | high 16, critical 5 | low 4, medium 1 |  |  |  |
| side sources |  | low 4 |  |  |  |
| source | high 2 |  |  |  |  |
| tax | high 9, critical 1 | low 4, medium 4 |  |  |  |
| trade limits | high 1 | medium 4 |  |  |  |
| trusted |  |  | low 30 |  |  |
| unknowable | high 1 |  |  |  | unknown 6 |
| upgradeable | high 5 | low 4, medium 3 |  |  |  |`
