/** What the labelled cases of scripts/risk-bench came to. Written by `npm run risk-bench -- --write`. */
export const benchTable = `| Label | Class | Answers |
|---|---|---|
| dangerous | age | high 2 |
| dangerous | authorities | high 8 |
| dangerous | fake depth | high 7 |
| dangerous | gas | high 1 |
| dangerous | hidden control | high 4 |
| dangerous | history | high 2 |
| dangerous | holders | high 7 |
| dangerous | insiders | high 6 |
| dangerous | launch curve | high 2 |
| dangerous | liquidity | high 12 |
| dangerous | lp | high 4 |
| dangerous | names | high 32 |
| dangerous | outsider | high 71, critical 3 |
| dangerous | owner powers | high 17 |
| dangerous | reports | high 9 |
| dangerous | selling | high 16, critical 5 |
| dangerous | source | high 2 |
| dangerous | tax | high 9, critical 1 |
| dangerous | trade limits | high 1 |
| dangerous | unknowable | high 1 |
| dangerous | upgradeable | high 5 |
| gap | our gap | refused 11 |
| good | age | medium 2 |
| good | authorities | medium 1 |
| good | clean | low 32 |
| good | fake depth | low 4 |
| good | gas | medium 1 |
| good | holders | low 8, medium 3 |
| good | insiders | low 5, medium 1 |
| good | launch curve | medium 2 |
| good | liquidity | low 9, medium 3 |
| good | lp | low 3, medium 3 |
| good | names | low 8, medium 2 |
| good | outsider | low 25 |
| good | owner powers | low 5 |
| good | reports | low 2, medium 3 |
| good | selling | low 4, medium 1 |
| good | side sources | low 4 |
| good | tax | low 4, medium 4 |
| good | trade limits | medium 4 |
| good | upgradeable | low 4, medium 3 |
| trusted | trusted | low 30 |
| unknowable | unknowable | unknown 6 |`
