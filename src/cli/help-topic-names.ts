/** The topics of "orgctl help TOPIC". */
export const HELP_TOPICS = [
  'filters',
  'lists',
  'output',
  'maps',
  'exit-codes',
  'quotas',
  'tokens',
  'undo',
  'topics',
] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];
