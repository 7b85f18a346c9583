/** What the document leaves open about manifests, and what was decided; part of `ASSUMPTIONS`. */
export const MANIFEST_ASSUMPTIONS = {
  'manifest-known-elsewhere': {
    section: 'WEB §2.6',
    question:
      'Which keys and limits are right that only the published schema or the reference page of such a service has?',
    decision:
      'Their keys are accepted. Their limits are warnings, except where an empty value or a wrong form cannot be meant; where the two disagree with the document, the document counts.',
  },
  'manifest-minimum': {
    section: 'WEB §2.6',
    question: 'Is a long_description of fewer than 174 characters an error?',
    decision: 'Yes: the settings editor refuses it, and so does the published schema.',
  },
  'manifest-event-scopes': {
    section: 'WEB §6',
    question: 'Which event types are there, and which scopes do they need?',
    decision:
      'Those of public sources. An unknown event is a warning; an event without any of its scopes is an error.',
  },
  'manifest-builtin-functions': {
    section: 'WEB §2.6',
    question: 'Which functions and types are behind the prefix form?',
    decision: 'Those of public sources; an unknown one is a warning.',
  },
  'manifest-bot-user': {
    section: 'WEB §2.6',
    question: 'Do bot scopes need a bot user?',
    decision: 'Yes, except `commands` and `incoming-webhook`.',
  },
  'manifest-hosted-tokens': {
    section: 'WEB §2.6',
    question: 'May an app that the service runs ask for user scopes?',
    decision: 'Only when it manages its own tokens, and it does so only then.',
  },
  'manifest-suggested-triggers': {
    section: 'WEB §2.6',
    question: 'Is suggested_triggers a list or a map?',
    decision: 'Both are accepted.',
  },
  'manifest-placeholder': {
    section: 'WEB §2.6',
    question: 'Is a placeholder such as `<YOUR_URL>` wrong?',
    decision:
      'A warning, and an error where the value would be refused because of it; neither with --template.',
  },
  'manifest-limits-of-reading': {
    section: 'WEB §8',
    question: 'How large may a manifest be?',
    decision:
      '1 MiB, 64 levels, 100,000 values after aliases; more is refused before anything else is looked at.',
  },
} as const;
