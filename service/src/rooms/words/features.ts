/** What else tells rooms of one hotel apart, folded. */
export const FEATURES: Readonly<Record<string, string>> = {
  family:
    'family|families|familie|familien|familienzimmer|familiale|famille|familiar|famiglia|familiare|familia',
  balcony: 'balcony|balconies|balkon|balcon|balcone|varanda|sacada|lanai|verandah|veranda',
  terrace: 'terrace|terrasse|terraza|terrazza|terraco|patio|deck|rooftop terrace',
  corner: 'corner|eck|angle|esquina|angolo',
  'high floor':
    'high floor|higher floor|high floors|upper floor|upper floors|top floor|hohe etage|hohere etage|obere etage|etage eleve|etage superieur|piso alto|andar alto|piano alto|hf|skyfloor|high level',
  'low floor': 'low floor|lower floor',
  'ground floor':
    'ground floor|ground level|street level|erdgeschoss|rez de chaussee|planta baja|piano terra',
  'private pool':
    'private pool|plunge pool|privatpool|piscine privee|piscina privada|piscina privata|own pool|pool villa',
  'swim-up': 'swim up|swimup|pool access|direct pool access|poolside',
  'hot tub':
    'hot tub|hottub|jacuzzi|whirlpool|spa bath|spa tub|jetted tub|hydromassage|hidromasaje|idromassaggio',
  kitchen: 'kitchen|full kitchen|kitchenette|kuche|kochnische|cuisine|cocina|cucina|angolo cottura|cozinha',
  fireplace: 'fireplace|kamin|cheminee|chimenea|camino',
  sauna: 'sauna',
  tower: 'tower|turm|torre|tour',
  annex: 'annex|annexe|nebengebaude|dependance|anexo',
  'no window':
    'no window|windowless|without window|ohne fenster|sans fenetre|sin ventana|senza finestra|sem janela|inside room',
  'shared bathroom':
    'shared bathroom|shared bath|shared toilet|shared facilities|gemeinschaftsbad|gemeinsames bad|salle de bain commune|salle de bains commune|salle de bain partagee|bano compartido|bagno in comune|bagno condiviso|banheiro compartilhado|casa de banho partilhada',
  connecting:
    'connecting|communicating|interconnecting|connected|comunicantes|comunicanti|communicantes|verbindungstur',
  attic: 'attic|mansard|mansarde|mansardato|buhardilla|dachgeschoss',
  duplex: 'duplex|maisonette|split level|bi level|two story',
  bathtub: 'bathtub|bath tub|tub|badewanne|baignoire|banera|vasca|banheira',
  'single use':
    'single use|for single use|single occupancy|zur einzelnutzung|einzelnutzung|usage individuel|usage simple|uso individual|uso singola|uso singolo|individueller nutzung',
  'living room':
    'living room|living area|parlor|parlour|wohnzimmer|salon|sala de estar|soggiorno|separate living area',
  'extra bed':
    'extra bed|extra beds|zustellbett|zustellbetten|lit supplementaire|cama supletoria|cama extra|letto aggiuntivo',
  spa: 'spa|spa access|wellness',
  women: 'female|females|women|ladies|female only|women only|frauen|femmes|mujeres|donne',
  mixed: 'mixed|mixto|mixte',
  pets: 'pet friendly|pets|pet|haustier',
  bathroom: 'private bathroom|ensuite|en suite|eigenem bad|salle de bain privee|bano privado|bagno privato',
}

/** Sold without saying which room it will be. */
export const UNASSIGNED =
  'run of house|run of the house|roh|assigned at check in|assigned on arrival|assigned at arrival|selected at check in|bed type at check in|unspecified|any room|room type on arrival|zimmerzuteilung bei anreise|hotel s choice'

export const CLUB =
  'club|club level|club floor|club access|club lounge|club lounge access|lounge access|business lounge access|executive lounge access|executive lounge|executive level|executive floor|concierge level|concierge|lounge'

export const ACCESSIBLE =
  'accessible|accessibility|ada|disability access|disabled|handicap|handicapped|handicapable|wheelchair|mobility|mobility accessible|hearing accessible|hearing|barrier free|barrierefrei|barrierefreies|behindertengerecht|behindertengerechtes|rollstuhlgerecht|pmr|adaptee|mobilite reduite|adaptada|adaptado|minusvalidos|accesible|accessibile|disabili|acessivel|mobilidade reduzida|communication accessible|roll in shower'

export const SMOKING = 'smoking|smoker|smk|raucher|fumeur|fumeurs|fumadores|fumatori|fumantes|smoking allowed'
export const NON_SMOKING =
  'non smoking|no smoking|nonsmoking|nosmoking|nsmk|ns|nichtraucher|nichtraucherzimmer|non fumeur|non fumeurs|no fumadores|non fumatori|nao fumadores|nao fumantes|smoke free|smokefree'

/** Says nothing about which room it is: rates, meals, what every room has. */
export const SILENT =
  'double occupancy|dbl occupancy|room only|only room|breakfast|breakfast included|with breakfast|free breakfast|half board|full board|all inclusive|bed and breakfast|b b|free wifi|wifi|wi fi|free wi fi|free|internet|non refundable|refundable|nonrefundable|free cancellation|pay later|prepaid|flexible|flexible rate|advance purchase|rate|rates|special|offer|promo|promotion|package|package rate|plan|european plan|accommodation only|no resort fee|resort fee|no resort charge|resort charge|room|rooms|rm|zimmer|chambre|chambres|habitacion|habitaciones|camera|camere|quarto|quartos|stanza|size|sized|type|category|hotel|guestroom|guest room|guest|guests|adult|adults|person|persons|people|pax|personen|personnes|personas|persone|pessoas|max|with|the|a|an|in|of|for|on|to|at|by|from|mit|fur|im|avec|pour|sur|la|le|les|du|des|con|para|el|los|las|del|al|per|il|lo|di|da|de|do|com|em|as|os|shower|walk|bath|private|your|our|new|only|unit|included|access|access to|s|d|l|m|sq|ft|sqm|sqft|qm|feet|foot|square|meter|meters|metre|metres|floor|etage|piso|air conditioning|ac|a c|tv|fan|desk|work desk|minibar|each|per'
