/** What a room looks out on. */
export const PLACES: Readonly<Record<string, string>> = {
  sea: 'sea|ocean|meer|mer|mar|mare|oceano',
  beach: 'beach|strand|plage|playa|spiaggia|praia',
  lake: 'lake|see|lac|lago',
  river: 'river|fluss|fleuve|riviere|rio|fiume',
  canal: 'canal|kanal|canale',
  harbour: 'harbour|harbor|marina|hafen|port|puerto|porto',
  water: 'water|wasser|eau|agua|acqua',
  bay: 'bay|bucht|baie|bahia|baia',
  lagoon: 'lagoon|lagune|laguna|lagoa',
  city: 'city|stadt|ville|ciudad|citta|cidade|town|urban|downtown',
  skyline: 'skyline',
  street: 'street|strassen|rue|calle|strada|rua',
  garden: 'garden|gardens|garten|jardin|giardino|jardim',
  courtyard: 'courtyard|hof|innenhof|cour|patio interior|cortile|atrium',
  park: 'park|parc|parque|parco',
  pool: 'pool|swimming pool|piscine|piscina',
  mountain: 'mountain|mountains|berg|berge|bergen|montagne|montana|montagna|montanha|alps|alpen',
  valley: 'valley|tal|vallee|valle|vale',
  forest: 'forest|wald|foret|bosque|bosco|floresta|jungle|woods',
  golf: 'golf|golf course|golfplatz',
  landmark: 'landmark|monument|monumento',
  panorama: 'panoramic|panorama|panoramico|panoramica|panoramique',
  resort: 'resort',
  interior: 'interior|inner|internal|innere',
}

/** Words that turn a place into a view, before or after it. */
export const VIEW_WORDS =
  'view|views|vw|vue|vues|vista|vistas|blick|ausblick|aussicht|sicht|overlooking|facing|side|cote|seite'
/** At its edge, which is more than a view. */
export const FRONT_WORDS = 'front|frontage'
export const PARTIAL_WORDS = 'partial|limited|lateral|seitlicher|seitlich|parcial|parziale|partielle'
