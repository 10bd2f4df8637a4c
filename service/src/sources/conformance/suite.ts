import { FAMILY_RULES } from './family-rules.ts'
import { RECORDED_RULES } from './recorded-rules.ts'
import type { Rule } from './rule.ts'
import { STAY_RULES } from './stay-rules.ts'
import { VENDOR_RULES } from './vendor-rules.ts'

/** Every rule for families. A new one is done when all hold that can be tried. */
export const RULES: readonly Rule[] = [...FAMILY_RULES, ...STAY_RULES, ...RECORDED_RULES, ...VENDOR_RULES]
