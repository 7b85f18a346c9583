import { keysOf } from '../../values/keys-of.ts';
import { FUNCTION_RULES } from './functions.ts';
import { PERMISSION_RULES } from './permissions.ts';
import type { Rule } from './rule.ts';
import { STRUCTURE_RULES } from './structure.ts';

/** All rules by stable ID; printed by `orgctl manifest explain ID`. */
export const RULES = {
  ...STRUCTURE_RULES,
  ...FUNCTION_RULES,
  ...PERMISSION_RULES,
} as const satisfies { readonly [id: string]: Rule };

export type RuleId = keyof typeof RULES;

export const RULE_IDS = keysOf(RULES);

export function isRuleId(word: string): word is RuleId {
  return Object.hasOwn(RULES, word);
}
