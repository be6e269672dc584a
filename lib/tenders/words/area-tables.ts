/**
 * Statistical areas of the United Kingdom below and at the level of regions, as the Office for National Statistics names them, and the local
 * authorities in each. Source: Office for National Statistics licensed under the Open Government Licence v3.0; contains OS data (c) Crown
 * copyright and database right. A code contains every code that begins with it.
 */

/** A line an area: code and name. International Territorial Levels 1 to 3 of January 2025. */
export const ITL_2025 = `
  TLC North East (England)
  TLD North West (England)
  TLE Yorkshire and The Humber
  TLF East Midlands (England)
  TLG West Midlands (England)
  TLH East (England)
  TLI London
  TLJ South East (England)
  TLK South West (England)
  TLL Wales
  TLM Scotland
  TLN Northern Ireland
  TLC3 Tees Valley
  TLC4 Northumberland, Durham and Tyne & Wear
  TLD1 Cumbria
  TLD3 Greater Manchester
  TLD4 Lancashire
  TLD6 Cheshire
  TLD7 Merseyside
  TLE1 East Yorkshire and Northern Lincolnshire
  TLE2 North Yorkshire
  TLE3 South Yorkshire
  TLE4 West Yorkshire
  TLF1 Derbyshire and Nottinghamshire
  TLF2 Leicestershire, Rutland and Northamptonshire
  TLF3 Lincolnshire
  TLG1 Herefordshire, Worcestershire and Warwickshire
  TLG2 Shropshire and Staffordshire
  TLG3 West Midlands
  TLH2 Bedfordshire and Hertfordshire
  TLH3 Essex
  TLH4 Cambridgeshire and Peterborough
  TLH5 Norfolk
  TLH6 Suffolk
  TLI3 Inner London - West
  TLI4 Inner London - East
  TLI5 Outer London - East and North East
  TLI6 Outer London - South
  TLI7 Outer London - West and North West
  TLJ1 Berkshire, Buckinghamshire and Oxfordshire
  TLJ2 Surrey, East and West Sussex
  TLJ3 Hampshire and Isle of Wight
  TLJ4 Kent
  TLK3 Cornwall and Isles of Scilly
  TLK4 Devon
  TLK5 West of England
  TLK6 North Somerset, Somerset and Dorset
  TLK7 Gloucestershire and Wiltshire
  TLL3 North Wales
  TLL4 Mid and South West Wales
  TLL5 South East Wales
  TLM0 Eastern Scotland
  TLM1 East Central Scotland
  TLM2 Highlands and Islands
  TLM3 West Central Scotland
  TLM5 North Eastern Scotland
  TLM9 Southern Scotland
  TLN0 Northern Ireland
  TLC31 Hartlepool and Stockton-on-Tees
  TLC32 South Teesside
  TLC33 Darlington
  TLC41 Durham
  TLC42 Northumberland
  TLC43 Tyneside
  TLC44 Sunderland
  TLD13 Cumberland
  TLD14 Westmorland and Furness
  TLD33 Manchester
  TLD34 Greater Manchester South West
  TLD35 Greater Manchester South East
  TLD36 Greater Manchester North West
  TLD37 Greater Manchester North East
  TLD41 Blackburn with Darwen
  TLD42 Blackpool
  TLD44 Lancaster and Wyre
  TLD45 Mid Lancashire
  TLD46 East Lancashire
  TLD47 Chorley and West Lancashire
  TLD61 Warrington
  TLD62 Cheshire East
  TLD63 Cheshire West and Chester
  TLD71 East Merseyside
  TLD72 Liverpool
  TLD73 Sefton
  TLD74 Wirral
  TLE11 Kingston upon Hull, City of
  TLE12 East Riding of Yorkshire
  TLE13 North and North East Lincolnshire
  TLE21 York
  TLE22 North Yorkshire
  TLE33 Barnsley
  TLE34 Rotherham
  TLE35 Doncaster
  TLE36 Sheffield
  TLE41 Bradford
  TLE42 Leeds
  TLE44 Calderdale and Kirklees
  TLE45 Wakefield
  TLF11 Derby
  TLF12 East Derbyshire
  TLF13 South and West Derbyshire
  TLF14 Nottingham
  TLF15 North Nottinghamshire
  TLF16 South Nottinghamshire
  TLF21 Leicester
  TLF22 Leicestershire CC and Rutland
  TLF24 West Northamptonshire
  TLF25 North Northamptonshire
  TLF30 Lincolnshire CC
  TLG11 Herefordshire, County of
  TLG12 Worcestershire CC
  TLG13 Warwickshire CC
  TLG21 Telford and Wrekin
  TLG22 Shropshire
  TLG23 Stoke-on-Trent
  TLG24 Staffordshire CC
  TLG31 Birmingham
  TLG32 Solihull
  TLG33 Coventry
  TLG36 Dudley
  TLG37 Sandwell
  TLG38 Walsall
  TLG39 Wolverhampton
  TLH21 Luton
  TLH24 Bedford
  TLH25 Central Bedfordshire
  TLH26 North and East Hertfordshire
  TLH27 South West Hertfordshire
  TLH31 Southend-on-Sea
  TLH32 Thurrock
  TLH34 Essex Haven Gateway
  TLH35 West Essex
  TLH36 Heart of Essex
  TLH37 Essex Thames Gateway
  TLH41 Peterborough
  TLH42 Cambridgeshire CC
  TLH51 Norwich and East Norfolk
  TLH52 North and West Norfolk
  TLH53 Breckland and South Norfolk
  TLH61 Babergh and Mid Suffolk
  TLH62 Ipswich
  TLH63 East Suffolk
  TLH64 West Suffolk
  TLI33 Kensington & Chelsea and Hammersmith & Fulham
  TLI34 Wandsworth
  TLI35 Westminster and City of London
  TLI36 Camden
  TLI41 Hackney and Newham
  TLI42 Tower Hamlets
  TLI43 Haringey and Islington
  TLI44 Lewisham and Southwark
  TLI45 Lambeth
  TLI51 Bexley and Greenwich
  TLI52 Barking & Dagenham and Havering
  TLI53 Redbridge and Waltham Forest
  TLI54 Enfield
  TLI61 Bromley
  TLI62 Croydon
  TLI63 Merton, Kingston upon Thames and Sutton
  TLI71 Barnet
  TLI72 Brent
  TLI73 Ealing
  TLI74 Harrow and Hillingdon
  TLI75 Hounslow and Richmond upon Thames
  TLJ12 Milton Keynes
  TLJ13 Buckinghamshire
  TLJ14 Oxfordshire CC
  TLJ15 Berkshire East
  TLJ16 Berkshire West
  TLJ21 Brighton and Hove
  TLJ22 East Sussex CC
  TLJ25 West Surrey
  TLJ26 East Surrey
  TLJ27 West Sussex (South West)
  TLJ28 West Sussex (North East)
  TLJ31 Portsmouth
  TLJ32 Southampton
  TLJ34 Isle of Wight
  TLJ35 South Hampshire
  TLJ36 Central Hampshire
  TLJ37 North Hampshire
  TLJ41 Medway
  TLJ43 Kent Thames Gateway
  TLJ44 East Kent
  TLJ45 Mid Kent
  TLJ46 West Kent
  TLK30 Cornwall and Isles of Scilly
  TLK41 Plymouth
  TLK42 Torbay
  TLK43 Devon CC
  TLK51 Bristol, City of
  TLK52 Bath & North East Somerset and South Gloucestershire
  TLK61 North Somerset
  TLK62 Somerset
  TLK63 Bournemouth, Christchurch and Poole
  TLK64 Dorset
  TLK71 Swindon
  TLK72 Wiltshire
  TLK73 Gloucestershire CC
  TLL31 Isle of Anglesey
  TLL32 Gwynedd
  TLL33 Conwy and Denbighshire
  TLL34 Flintshire and Wrexham
  TLL41 Mid Wales
  TLL42 South West Wales
  TLL43 Swansea
  TLL44 Neath Port Talbot
  TLL51 Central Valleys and Bridgend
  TLL52 Cardiff and Vale of Glamorgan
  TLL53 Gwent Valleys
  TLL54 Monmouthshire and Newport
  TLM01 Clackmannanshire and Fife
  TLM02 Perth and Kinross, and Stirling
  TLM03 Angus and Dundee City
  TLM11 East Lothian and Midlothian
  TLM12 Falkirk
  TLM13 City of Edinburgh
  TLM14 West Lothian
  TLM20 Highlands and Islands
  TLM31 East Dunbartonshire and West Dunbartonshire
  TLM32 Glasgow City
  TLM33 Inverclyde, East Renfrewshire, and Renfrewshire
  TLM34 North Lanarkshire
  TLM50 Aberdeen City and Aberdeenshire
  TLM91 Scottish Borders
  TLM92 Dumfries and Galloway
  TLM93 North Ayrshire and East Ayrshire
  TLM94 South Ayrshire
  TLM95 South Lanarkshire
  TLN06 Belfast
  TLN07 Armagh City, Banbridge and Craigavon
  TLN08 Newry, Mourne and Down
  TLN09 Ards and North Down
  TLN0A Derry City and Strabane
  TLN0B Mid Ulster
  TLN0C Causeway Coast and Glens
  TLN0D Antrim and Newtownabbey
  TLN0E Lisburn and Castlereagh
  TLN0F Mid and East Antrim
  TLN0G Fermanagh and Omagh`

/** What notices still state: NUTS 2018, and the codes of the set before that it dropped. */
export const NUTS_2018 = `
  UKC North East (England)
  UKD North West (England)
  UKE Yorkshire and The Humber
  UKF East Midlands (England)
  UKG West Midlands (England)
  UKH East of England
  UKI London
  UKJ South East (England)
  UKK South West (England)
  UKL Wales
  UKM Scotland
  UKN Northern Ireland
  UKC1 Tees Valley and Durham
  UKC2 Northumberland and Tyne and Wear
  UKD1 Cumbria
  UKD3 Greater Manchester
  UKD4 Lancashire
  UKD6 Cheshire
  UKD7 Merseyside
  UKE1 East Yorkshire and Northern Lincolnshire
  UKE2 North Yorkshire
  UKE3 South Yorkshire
  UKE4 West Yorkshire
  UKF1 Derbyshire and Nottinghamshire
  UKF2 Leicestershire, Rutland and Northamptonshire
  UKF3 Lincolnshire
  UKG1 Herefordshire, Worcestershire and Warwickshire
  UKG2 Shropshire and Staffordshire
  UKG3 West Midlands
  UKH1 East Anglia
  UKH2 Bedfordshire and Hertfordshire
  UKH3 Essex
  UKI3 Inner London - West
  UKI4 Inner London - East
  UKI5 Outer London - East and North East
  UKI6 Outer London - South
  UKI7 Outer London - West and North West
  UKJ1 Berkshire, Buckinghamshire and Oxfordshire
  UKJ2 Surrey, East and West Sussex
  UKJ3 Hampshire and Isle of Wight
  UKJ4 Kent
  UKK1 Gloucestershire, Wiltshire and Bath/Bristol area
  UKK2 Dorset and Somerset
  UKK3 Cornwall and Isles of Scilly
  UKK4 Devon
  UKL1 West Wales and The Valleys
  UKL2 East Wales
  UKM5 North Eastern Scotland
  UKM6 Highlands and Islands
  UKM7 Eastern Scotland
  UKM8 West Central Scotland
  UKM9 Southern Scotland
  UKN0 Northern Ireland
  UKC11 Hartlepool and Stockton-on-Tees
  UKC12 South Teesside
  UKC13 Darlington
  UKC14 Durham CC
  UKC21 Northumberland
  UKC22 Tyneside
  UKC23 Sunderland
  UKD11 West Cumbria
  UKD12 East Cumbria
  UKD33 Manchester
  UKD34 Greater Manchester South West
  UKD35 Greater Manchester South East
  UKD36 Greater Manchester North West
  UKD37 Greater Manchester North East
  UKD41 Blackburn with Darwen
  UKD42 Blackpool
  UKD44 Lancaster and Wyre
  UKD45 Mid Lancashire
  UKD46 East Lancashire
  UKD47 Chorley and West Lancashire
  UKD61 Warrington
  UKD62 Cheshire East
  UKD63 Cheshire West and Chester
  UKD71 East Merseyside
  UKD72 Liverpool
  UKD73 Sefton
  UKD74 Wirral
  UKE11 Kingston upon Hull, City of
  UKE12 East Riding of Yorkshire
  UKE13 North and North East Lincolnshire
  UKE21 York
  UKE22 North Yorkshire CC
  UKE31 Barnsley, Doncaster and Rotherham
  UKE32 Sheffield
  UKE41 Bradford
  UKE42 Leeds
  UKE44 Calderdale and Kirklees
  UKE45 Wakefield
  UKF11 Derby
  UKF12 East Derbyshire
  UKF13 South and West Derbyshire
  UKF14 Nottingham
  UKF15 North Nottinghamshire
  UKF16 South Nottinghamshire
  UKF21 Leicester
  UKF22 Leicestershire CC and Rutland
  UKF24 West Northamptonshire
  UKF25 North Northamptonshire
  UKF30 Lincolnshire
  UKG11 Herefordshire, County of
  UKG12 Worcestershire
  UKG13 Warwickshire
  UKG21 Telford and Wrekin
  UKG22 Shropshire CC
  UKG23 Stoke-on-Trent
  UKG24 Staffordshire CC
  UKG31 Birmingham
  UKG32 Solihull
  UKG33 Coventry
  UKG36 Dudley
  UKG37 Sandwell
  UKG38 Walsall
  UKG39 Wolverhampton
  UKH11 Peterborough
  UKH12 Cambridgeshire CC
  UKH14 Suffolk
  UKH15 Norwich and East Norfolk
  UKH16 North and West Norfolk
  UKH17 Breckland and South Norfolk
  UKH21 Luton
  UKH23 Hertfordshire
  UKH24 Bedford
  UKH25 Central Bedfordshire
  UKH31 Southend-on-Sea
  UKH32 Thurrock
  UKH34 Essex Haven Gateway
  UKH35 West Essex
  UKH36 Heart of Essex
  UKH37 Essex Thames Gateway
  UKI31 Camden and City of London
  UKI32 Westminster
  UKI33 Kensington & Chelsea and Hammersmith & Fulham
  UKI34 Wandsworth
  UKI41 Hackney and Newham
  UKI42 Tower Hamlets
  UKI43 Haringey and Islington
  UKI44 Lewisham and Southwark
  UKI45 Lambeth
  UKI51 Bexley and Greenwich
  UKI52 Barking & Dagenham and Havering
  UKI53 Redbridge and Waltham Forest
  UKI54 Enfield
  UKI61 Bromley
  UKI62 Croydon
  UKI63 Merton, Kingston upon Thames and Sutton
  UKI71 Barnet
  UKI72 Brent
  UKI73 Ealing
  UKI74 Harrow and Hillingdon
  UKI75 Hounslow and Richmond upon Thames
  UKJ11 Berkshire
  UKJ12 Milton Keynes
  UKJ13 Buckinghamshire CC
  UKJ14 Oxfordshire
  UKJ21 Brighton and Hove
  UKJ22 East Sussex CC
  UKJ25 West Surrey
  UKJ26 East Surrey
  UKJ27 West Sussex (South West)
  UKJ28 West Sussex (North East)
  UKJ31 Portsmouth
  UKJ32 Southampton
  UKJ34 Isle of Wight
  UKJ35 South Hampshire
  UKJ36 Central Hampshire
  UKJ37 North Hampshire
  UKJ41 Medway
  UKJ43 Kent Thames Gateway
  UKJ44 East Kent
  UKJ45 Mid Kent
  UKJ46 West Kent
  UKK11 Bristol, City of
  UKK12 Bath and North East Somerset, North Somerset and South Gloucestershire
  UKK13 Gloucestershire
  UKK14 Swindon
  UKK15 Wiltshire
  UKK21 Bournemouth and Poole
  UKK22 Dorset CC
  UKK23 Somerset
  UKK30 Cornwall and Isles of Scilly
  UKK41 Plymouth
  UKK42 Torbay
  UKK43 Devon CC
  UKL11 Isle of Anglesey
  UKL12 Gwynedd
  UKL13 Conwy and Denbighshire
  UKL14 South West Wales
  UKL15 Central Valleys
  UKL16 Gwent Valleys
  UKL17 Bridgend and Neath Port Talbot
  UKL18 Swansea
  UKL21 Monmouthshire and Newport
  UKL22 Cardiff and Vale of Glamorgan
  UKL23 Flintshire and Wrexham
  UKL24 Powys
  UKM50 Aberdeen City and Aberdeenshire
  UKM61 Caithness and Sutherland and Ross and Cromarty
  UKM62 Inverness and Nairn and Moray, Badenoch and Strathspey
  UKM63 Lochaber, Skye and Lochalsh, Arran and Cumbrae and Argyll and Bute
  UKM64 Na h-Eileanan Siar
  UKM65 Orkney Islands
  UKM66 Shetland Islands
  UKM71 Angus and Dundee City
  UKM72 Clackmannanshire and Fife
  UKM73 East Lothian and Midlothian
  UKM75 City of Edinburgh
  UKM76 Falkirk
  UKM77 Perth and Kinross and Stirling
  UKM78 West Lothian
  UKM81 East Dunbartonshire, West Dunbartonshire and Helensburgh and Lomond
  UKM82 Glasgow City
  UKM83 Inverclyde, East Renfrewshire and Renfrewshire
  UKM84 North Lanarkshire
  UKM91 Scottish Borders
  UKM92 Dumfries and Galloway
  UKM93 East Ayrshire and North Ayrshire mainland
  UKM94 South Ayrshire
  UKM95 South Lanarkshire
  UKN06 Belfast
  UKN07 Armagh City, Banbridge and Craigavon
  UKN08 Newry, Mourne and Down
  UKN09 Ards and North Down
  UKN10 Derry City and Strabane
  UKN11 Mid Ulster
  UKN12 Causeway Coast and Glens
  UKN13 Antrim and Newtownabbey
  UKN14 Lisburn and Castlereagh
  UKN15 Mid and East Antrim
  UKN16 Fermanagh and Omagh
  UKM2 Eastern Scotland
  UKM21 Angus and Dundee City
  UKM22 Clackmannanshire and Fife
  UKM23 East Lothian and Midlothian
  UKM24 Scottish Borders
  UKM25 Edinburgh, City of
  UKM26 Falkirk
  UKM27 Perth & Kinross and Stirling
  UKM28 West Lothian
  UKM3 South Western Scotland
  UKM31 East Dunbartonshire, West Dunbartonshire and Helensburgh & Lomond
  UKM32 Dumfries & Galloway
  UKM33 East Ayrshire and North Ayrshire mainland
  UKM34 Glasgow City
  UKM35 Inverclyde, East Renfrewshire and Renfrewshire
  UKM36 North Lanarkshire
  UKM37 South Ayrshire
  UKM38 South Lanarkshire
  UKN01 Belfast
  UKN02 Outer Belfast
  UKN03 East of Northern Ireland
  UKN04 North of Northern Ireland
  UKN05 West and South of Northern Ireland`

/** Local authority districts of April 2025 by the ITL 3 area they lie in. */
export const DISTRICTS_2025 = `
  TLC31 Hartlepool; Stockton-on-Tees
  TLC32 Middlesbrough; Redcar and Cleveland
  TLC33 Darlington
  TLC41 County Durham
  TLC42 Northumberland
  TLC43 Newcastle upon Tyne; North Tyneside; South Tyneside; Gateshead
  TLC44 Sunderland
  TLD13 Cumberland
  TLD14 Westmorland and Furness
  TLD33 Manchester
  TLD34 Salford; Trafford
  TLD35 Stockport; Tameside
  TLD36 Bolton; Wigan
  TLD37 Bury; Oldham; Rochdale
  TLD41 Blackburn with Darwen
  TLD42 Blackpool
  TLD44 Lancaster; Wyre
  TLD45 Fylde; Preston; Ribble Valley; South Ribble
  TLD46 Burnley; Hyndburn; Pendle; Rossendale
  TLD47 Chorley; West Lancashire
  TLD61 Warrington
  TLD62 Cheshire East
  TLD63 Cheshire West and Chester
  TLD71 Halton; Knowsley; St. Helens
  TLD72 Liverpool
  TLD73 Sefton
  TLD74 Wirral
  TLE11 Kingston upon Hull, City of
  TLE12 East Riding of Yorkshire
  TLE13 North East Lincolnshire; North Lincolnshire
  TLE21 York
  TLE22 North Yorkshire
  TLE33 Barnsley
  TLE34 Rotherham
  TLE35 Doncaster
  TLE36 Sheffield
  TLE41 Bradford
  TLE42 Leeds
  TLE44 Calderdale; Kirklees
  TLE45 Wakefield
  TLF11 Derby
  TLF12 Bolsover; Chesterfield; North East Derbyshire
  TLF13 Amber Valley; Derbyshire Dales; Erewash; High Peak; South Derbyshire
  TLF14 Nottingham
  TLF15 Ashfield; Bassetlaw; Mansfield; Newark and Sherwood
  TLF16 Broxtowe; Gedling; Rushcliffe
  TLF21 Leicester
  TLF22 Rutland; Blaby; Charnwood; Harborough; Hinckley and Bosworth; Melton; North West Leicestershire; Oadby and Wigston
  TLF24 West Northamptonshire
  TLF25 North Northamptonshire
  TLF30 Boston; East Lindsey; Lincoln; North Kesteven; South Holland; South Kesteven; West Lindsey
  TLG11 Herefordshire, County of
  TLG12 Bromsgrove; Malvern Hills; Redditch; Worcester; Wychavon; Wyre Forest
  TLG13 North Warwickshire; Nuneaton and Bedworth; Rugby; Stratford-on-Avon; Warwick
  TLG21 Telford and Wrekin
  TLG22 Shropshire
  TLG23 Stoke-on-Trent
  TLG24 Cannock Chase; East Staffordshire; Lichfield; Newcastle-under-Lyme; South Staffordshire; Stafford; Staffordshire Moorlands; Tamworth
  TLG31 Birmingham
  TLG32 Solihull
  TLG33 Coventry
  TLG36 Dudley
  TLG37 Sandwell
  TLG38 Walsall
  TLG39 Wolverhampton
  TLH21 Luton
  TLH24 Bedford
  TLH25 Central Bedfordshire
  TLH26 Broxbourne; North Hertfordshire; Welwyn Hatfield; East Hertfordshire; Stevenage
  TLH27 Dacorum; Hertsmere; Three Rivers; Watford; St Albans
  TLH31 Southend-on-Sea
  TLH32 Thurrock
  TLH34 Braintree; Colchester; Tendring
  TLH35 Epping Forest; Harlow; Uttlesford
  TLH36 Brentwood; Chelmsford; Maldon
  TLH37 Basildon; Castle Point; Rochford
  TLH41 Peterborough
  TLH42 Cambridge; East Cambridgeshire; Fenland; Huntingdonshire; South Cambridgeshire
  TLH51 Broadland; Great Yarmouth; Norwich
  TLH52 King's Lynn and West Norfolk; North Norfolk
  TLH53 Breckland; South Norfolk
  TLH61 Babergh; Mid Suffolk
  TLH62 Ipswich
  TLH63 East Suffolk
  TLH64 West Suffolk
  TLI33 Hammersmith and Fulham; Kensington and Chelsea
  TLI34 Wandsworth
  TLI35 City of London; Westminster
  TLI36 Camden
  TLI41 Hackney; Newham
  TLI42 Tower Hamlets
  TLI43 Haringey; Islington
  TLI44 Lewisham; Southwark
  TLI45 Lambeth
  TLI51 Bexley; Greenwich
  TLI52 Barking and Dagenham; Havering
  TLI53 Redbridge; Waltham Forest
  TLI54 Enfield
  TLI61 Bromley
  TLI62 Croydon
  TLI63 Kingston upon Thames; Merton; Sutton
  TLI71 Barnet
  TLI72 Brent
  TLI73 Ealing
  TLI74 Harrow; Hillingdon
  TLI75 Hounslow; Richmond upon Thames
  TLJ12 Milton Keynes
  TLJ13 Buckinghamshire
  TLJ14 Cherwell; Oxford; South Oxfordshire; Vale of White Horse; West Oxfordshire
  TLJ15 Bracknell Forest; Slough; Windsor and Maidenhead
  TLJ16 West Berkshire; Reading; Wokingham
  TLJ21 Brighton and Hove
  TLJ22 Eastbourne; Hastings; Lewes; Rother; Wealden
  TLJ25 Elmbridge; Guildford; Runnymede; Spelthorne; Surrey Heath; Waverley; Woking
  TLJ26 Epsom and Ewell; Mole Valley; Reigate and Banstead; Tandridge
  TLJ27 Adur; Arun; Chichester; Worthing
  TLJ28 Crawley; Horsham; Mid Sussex
  TLJ31 Portsmouth
  TLJ32 Southampton
  TLJ34 Isle of Wight
  TLJ35 Eastleigh; Fareham; Gosport; Havant
  TLJ36 East Hampshire; New Forest; Test Valley; Winchester
  TLJ37 Basingstoke and Deane; Hart; Rushmoor
  TLJ41 Medway
  TLJ43 Dartford; Gravesham; Swale
  TLJ44 Canterbury; Dover; Folkestone and Hythe; Thanet
  TLJ45 Ashford; Maidstone
  TLJ46 Sevenoaks; Tonbridge and Malling; Tunbridge Wells
  TLK30 Cornwall; Isles of Scilly
  TLK41 Plymouth
  TLK42 Torbay
  TLK43 East Devon; Exeter; Mid Devon; North Devon; South Hams; Teignbridge; Torridge; West Devon
  TLK51 Bristol, City of
  TLK52 Bath and North East Somerset; South Gloucestershire
  TLK61 North Somerset
  TLK62 Somerset
  TLK63 Bournemouth, Christchurch and Poole
  TLK64 Dorset
  TLK71 Swindon
  TLK72 Wiltshire
  TLK73 Cheltenham; Cotswold; Forest of Dean; Gloucester; Stroud; Tewkesbury
  TLL31 Isle of Anglesey
  TLL32 Gwynedd
  TLL33 Conwy; Denbighshire
  TLL34 Flintshire; Wrexham
  TLL41 Ceredigion; Powys
  TLL42 Pembrokeshire; Carmarthenshire
  TLL43 Swansea
  TLL44 Neath Port Talbot
  TLL51 Bridgend; Rhondda Cynon Taf; Merthyr Tydfil
  TLL52 Vale of Glamorgan; Cardiff
  TLL53 Caerphilly; Blaenau Gwent; Torfaen
  TLL54 Monmouthshire; Newport
  TLM01 Clackmannanshire; Fife
  TLM02 Stirling; Perth and Kinross
  TLM03 Angus; Dundee City
  TLM11 East Lothian; Midlothian
  TLM12 Falkirk
  TLM13 City of Edinburgh
  TLM14 West Lothian
  TLM20 Na h-Eileanan Siar; Highland; Moray; North Ayrshire; Orkney Islands; Shetland Islands; Argyll and Bute
  TLM31 West Dunbartonshire; East Dunbartonshire
  TLM32 Glasgow City
  TLM33 East Renfrewshire; Inverclyde; Renfrewshire
  TLM34 North Lanarkshire
  TLM50 Aberdeen City; Aberdeenshire
  TLM91 Scottish Borders
  TLM92 Dumfries and Galloway
  TLM93 East Ayrshire
  TLM94 South Ayrshire
  TLM95 South Lanarkshire
  TLN06 Belfast
  TLN07 Armagh City, Banbridge and Craigavon
  TLN08 Newry, Mourne and Down
  TLN09 Ards and North Down
  TLN0A Derry City and Strabane
  TLN0B Mid Ulster
  TLN0C Causeway Coast and Glens
  TLN0D Antrim and Newtownabbey
  TLN0E Lisburn and Castlereagh
  TLN0F Mid and East Antrim
  TLN0G Fermanagh and Omagh`
