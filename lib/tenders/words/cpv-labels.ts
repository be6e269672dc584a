/**
 * English names of codes of the Common Procurement Vocabulary, as notices of the sources state them beside the codes. Contains public sector
 * information licensed under the Open Government Licence v3.0. Not the whole vocabulary: a code that is missing is shown without a name.
 */

/** A line a code: eight digits and the name. */
const LABELS = `
  09100000 Fuels
  09123000 Natural gas
  09134210 Diesel fuel (0,2)
  09310000 Electricity
  09331000 Solar panels
  18000000 Clothing, footwear, luggage articles and accessories
  18143000 Protective gear
  18200000 Outerwear
  18221000 Waterproof clothing
  22110000 Printed books
  22114000 Dictionaries, maps, music books and other books
  22114100 Dictionaries
  22114200 Atlases
  22114300 Maps
  22459100 Advertising stickers and strips
  22460000 Trade-advertising material, commercial catalogues and manuals
  24962000 Water-treatment chemicals
  30192153 Phrase stamps
  30192800 Self-adhesive labels
  30195900 Whiteboards and magnetic boards
  30195910 Whiteboards
  30195912 Whiteboard easels
  30199400 Gummed or adhesive paper
  30232100 Printers and plotters
  30232130 Colour graphics printers
  31000000 Electrical machinery, apparatus, equipment and consumables; lighting
  31158000 Chargers
  31161400 Primary water systems
  31214000 Switchgear
  31518200 Emergency lighting equipment
  31625100 Fire-detection systems
  31625200 Fire-alarm systems
  31681500 Rechargers
  31682540 Substation equipment
  32231000 Closed-circuit television apparatus
  32400000 Networks
  32420000 Network equipment
  32425000 Network operating system
  32427000 Network system
  32428000 Network upgrade
  32510000 Wireless telecommunications system
  33157000 Gas-therapy and respiratory devices
  33195000 Patient-monitoring system
  34000000 Transport equipment and auxiliary products to transportation
  34100000 Motor vehicles
  34110000 Passenger cars
  34144700 Utility vehicles
  34144900 Electric vehicles
  34223370 Tipper trailers
  34420000 Motor scooters and cycles with auxiliary motors
  34430000 Bicycles
  34431000 Non-motorised bicycles
  34913510 Bicycle locks
  34921100 Road sweepers
  34926000 Car park control equipment
  34930000 Marine equipment
  34962100 Control tower equipment
  34966200 Non-Directional Beacon (NDB)
  34996300 Control, safety or signalling equipment for parking facilities
  35000000 Security, fire-fighting, police and defence equipment
  35113400 Protective and safety clothing
  35113430 Safety vests
  35113440 Reflective vests
  35120000 Surveillance and security systems and devices
  35300000 Weapons, ammunition and associated parts
  35341000 Parts of light firearms
  37000000 Musical instruments, sport goods, games, toys, handicraft, art materials and accessories
  37300000 Musical instruments and parts
  37520000 Toys
  37521000 Toy musical instruments
  37522000 Wheeled toys
  37523000 Puzzles
  37524000 Games
  37524100 Educational games
  37527000 Toy trains and vehicles
  37529000 Inflatable and riding toys
  37529200 Riding toys
  37535200 Playground equipment
  38633000 Telescopic sights
  38636000 Specialist optical instruments
  38910000 Hygiene monitoring and testing equipment
  39142000 Garden furniture
  39160000 School furniture
  39162000 Educational equipment
  39162100 Teaching equipment
  39162110 Teaching supplies
  39162200 Training aids and devices
  39298600 Globes
  39715000 Water heaters and heating for buildings; plumbing equipment
  39715200 Heating equipment
  39715300 Plumbing equipment
  41110000 Drinking water
  42130000 Taps, cocks, valves and similar appliances
  42131400 Sanitary taps, cocks
  42416100 Lifts
  42416120 Goods lifts
  42416130 Mechanical lifts
  42630000 Metal-working machine tools
  42961100 Access control system
  44000000 Construction structures and materials; auxiliary products to construction (except electric apparatus)
  44112600 Sound insulation
  44113810 Surface dressing
  44115200 Plumbing and heating materials
  44115210 Plumbing materials
  44115220 Heating materials
  44115310 Roller-type shutters
  44160000 Pipeline, piping, pipes, casing, tubing and related items
  44163111 Drain pipes
  44163121 Heating pipes
  44167300 Bends, tees and pipe fittings
  44212240 Girders
  44221000 Windows, doors and related items
  44221230 Sliding doors
  44221310 Access gates
  44411000 Sanitary ware
  44411100 Taps
  44411300 Washbasins
  44411700 Lavatory seats, covers, bowls and cisterns
  44521110 Door locks
  44620000 Central-heating radiators and boilers and parts
  45000000 Construction work
  45200000 Works for complete or part construction and civil engineering work
  45210000 Building construction work
  45211000 Construction work for multi-dwelling buildings and individual houses
  45211100 Construction work for houses
  45211300 Houses construction work
  45211310 Bathrooms construction work
  45211340 Multi-dwelling buildings construction work
  45211341 Flats construction work
  45211350 Multi-functional buildings construction work
  45211370 Construction works for saunas
  45212350 Buildings of particular historical or architectural interest
  45213312 Car park building construction work
  45213321 Railway station construction work
  45214631 Installation works of cleanrooms
  45232220 Substation construction work
  45232221 Transformer substation
  45232430 Water-treatment work
  45233293 Installation of street furniture
  45260000 Roof works and other special trade construction works
  45261900 Roof repair and maintenance work
  45300000 Building installation work
  45310000 Electrical installation work
  45400000 Building completion work
  45421142 Installation of shutters
  45430000 Floor and wall covering work
  45431000 Tiling work
  45431100 Floor-tiling work
  45431200 Wall-tiling work
  45432000 Floor-laying and covering, wall-covering and wall-papering work
  45432100 Floor laying and covering work
  45432110 Floor-laying work
  45432111 Laying work of flexible floor coverings
  45432112 Laying of paving
  45432113 Parquet flooring
  45432114 Wood flooring work
  45432120 False floor installation work
  45432121 Computer floors
  45432130 Floor-covering work
  45450000 Other building completion work
  45451000 Decoration work
  45451100 Ornamentation fitting work
  45451200 Panelling work
  45453000 Overhaul and refurbishment work
  45453100 Refurbishment work
  45454000 Restructuring work
  45454100 Restoration work
  48000000 Software package and information systems
  48100000 Industry specific software package
  48190000 Educational software package
  48219300 Administration software package
  48421000 Facilities management software package
  48611000 Database software package
  48820000 Servers
  48821000 Network servers
  50000000 Repair and maintenance services
  50100000 Repair, maintenance and associated services of vehicles and related equipment
  50110000 Repair and maintenance services of motor vehicles and associated equipment
  50211200 Aircraft repair services
  50230000 Repair, maintenance and associated services related to roads and other equipment
  50421000 Repair and maintenance services of medical equipment
  50711000 Repair and maintenance services of electrical building installations
  50712000 Repair and maintenance services of mechanical building installations
  50730000 Repair and maintenance services of cooler groups
  51110000 Installation services of electrical equipment
  51611100 Hardware installation services
  55500000 Canteen and catering services
  55524000 School catering services
  60000000 Transport services (excl. Waste transport)
  60100000 Road transport services
  60112000 Public road transport services
  60120000 Taxi services
  60130000 Special-purpose road passenger-transport services
  60140000 Non-scheduled passenger transport
  60170000 Hire of passenger transport vehicles with driver
  60200000 Railway transport services
  63000000 Supporting and auxiliary transport services; travel agencies services
  63712400 Parking services
  63712600 Vehicle refuelling services
  63731000 Airport operation services
  65300000 Electricity distribution and related services
  66000000 Financial and insurance services
  66170000 Financial consultancy, financial transaction processing and clearing-house services
  66510000 Insurance services
  66512000 Accident and health insurance services
  66514110 Motor vehicle insurance services
  66515200 Property insurance services
  66518100 Insurance brokerage services
  70331000 Residential property services
  71200000 Architectural and related services
  71220000 Architectural design services
  71241000 Feasibility study, advisory service, analysis
  71242000 Project and design preparation, estimation of costs
  71244000 Calculation of costs, monitoring of costs
  71310000 Consultative engineering and construction services
  71311000 Civil engineering consultancy services
  71311210 Highways consultancy services
  71314300 Energy-efficiency consultancy services
  71315200 Building consultancy services
  71315210 Building services consultancy services
  71320000 Engineering design services
  71323100 Electrical power systems design services
  71353000 Surface surveying services
  71420000 Landscape architectural services
  71530000 Construction consultancy services
  71621000 Technical analysis or consultancy services
  71631450 Bridge-inspection services
  72000000 IT services: consulting, software development, Internet and support
  72100000 Hardware consultancy services
  72200000 Software programming and consultancy services
  72222300 Information technology services
  72224000 Project management consultancy services
  72261000 Software support services
  72300000 Data services
  72413000 World wide web (www) site design services
  72415000 World wide web (www) site operation host services
  72590000 Computer-related professional services
  73000000 Research and development services and related consultancy services
  75111100 Executive services
  75240000 Public security, law and order services
  77000000 Agricultural, forestry, horticultural, aquacultural and apicultural services
  77314000 Grounds maintenance services
  79000000 Business services: law, marketing, consulting, recruitment, printing and security
  79100000 Legal services
  79200000 Accounting, auditing and fiscal services
  79210000 Accounting and auditing services
  79212000 Auditing services
  79212100 Financial auditing services
  79212300 Statutory audit services
  79330000 Statistical services
  79341000 Advertising services
  79341100 Advertising consultancy services
  79341200 Advertising management services
  79341400 Advertising campaign services
  79342000 Marketing services
  79342100 Direct marketing services
  79342200 Promotional services
  79400000 Business and management consultancy and related services
  79410000 Business and management consultancy services
  79415200 Design consultancy services
  79419000 Evaluation consultancy services
  79520000 Reprographic services
  79600000 Recruitment services
  79620000 Supply services of personnel including temporary staff
  79632000 Personnel-training services
  79710000 Security services
  79993100 Facilities management services
  80000000 Education and training services
  80500000 Training services
  80511000 Staff training services
  85000000 Health and social work services
  85100000 Health services
  85140000 Miscellaneous health services
  85144000 Residential health facilities services
  85144100 Residential nursing care services
  85149000 Pharmacy services
  85300000 Social work and related services
  85310000 Social work services
  85311000 Social work services with accommodation
  85311300 Welfare services for children and young people
  85312100 Daycare services
  85312110 Child daycare services
  85312120 Daycare services for disabled children and young people
  85312320 Counselling services
  85322000 Community action programme
  85323000 Community health services
  90650000 Asbestos removal services
  90721800 Natural risks or hazards protection services
  90733000 Services related to water pollution
  90910000 Cleaning services
  92222000 Closed circuit television services
  92521000 Museum services
  92521100 Museum-exhibition services
  98000000 Other community, social and personal services
  98300000 Miscellaneous services
  98341000 Accommodation services
  98351000 Car park management services
  98351100 Car park services
  98351110 Parking enforcement services
  98390000 Other services
  98514000 Domestic services
`

const byCode = new Map(
  LABELS.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, 8), line.slice(9)] as const),
)

/** The name of an eight-digit code; undefined where none is known. */
export const cpvLabel = (code: string): string | undefined => byCode.get(code)
