/** Decisions on points about manifests that the document leaves open; part of `ASSUMPTIONS`. */
export const MANIFEST_ASSUMPTIONS = {
  'manifest-known-elsewhere': {
    section: 'WEB §2.6',
    question:
      'Which keys and limits are right that only the published schema or the reference page of such a service has?',
    decision:
      'Their keys are accepted. Their limits, forms and required keys are warnings; where they disagree with the document, the document counts. An error is what the document forbids.',
  },
  'manifest-minimum': {
    section: 'WEB §2.6',
    question: 'Is a long_description of fewer than 174 characters an error?',
    decision: 'No, a warning: the settings editor enforces the minimum, and a manifest is not written there.',
  },
  'manifest-event-scopes': {
    section: 'WEB §6',
    question: 'Which event types are there, and which scopes do they need?',
    decision:
      'Those of public sources. An unknown event is a warning, and so is an event without any of its scopes.',
  },
  'manifest-builtin-functions': {
    section: 'WEB §2.6',
    question: 'Which functions and types are behind the prefix form?',
    decision:
      'Those of public sources; an unknown one with the prefix is a warning. A type that is neither primitive nor prefixed is an error.',
  },
  'manifest-bot-user': {
    section: 'WEB §2.6',
    question: 'Do bot scopes need a bot user?',
    decision:
      'The document does not say so. Bot scopes without a bot user (except `commands` and `incoming-webhook`) and a bot user without scopes are warnings.',
  },
  'manifest-bot-name': {
    section: 'WEB §2.6',
    question: 'Is a bot name with other characters than a-z, 0-9, -, _ and . an error?',
    decision: 'A remark: the document allows only these, and most published manifests use others and work.',
  },
  'manifest-request-url': {
    section: 'WEB §2.6',
    question: 'Are events, or interactivity, without a request URL and without socket mode an error?',
    decision: 'A warning: the document makes the URL optional, and without it nothing is delivered.',
  },
  'manifest-optional-parameter': {
    section: 'WEB §9',
    question: 'What does a parameter of version 1 without is_required mean?',
    decision: 'It is not required.',
  },
  'manifest-hosted-tokens': {
    section: 'WEB §2.6',
    question: 'May an app that the service runs ask for user scopes?',
    decision: 'Only when it manages its own tokens, and it does so only then; otherwise a warning.',
  },
  'manifest-suggested-triggers': {
    section: 'WEB §2.6',
    question: 'Is suggested_triggers a list or a map?',
    decision: 'Both are accepted.',
  },
  'manifest-type-keys': {
    section: 'WEB §2.6',
    question: 'May a parameter or a custom type have other keys than those that the document lists?',
    decision:
      'Yes: the published schema allows them in a parameter. In a custom type, one that is unknown in public manifests too is a warning.',
  },
  'manifest-placeholder': {
    section: 'WEB §2.6',
    question: 'Is a placeholder such as `<YOUR_URL>` wrong?',
    decision:
      'A warning, and an error where the value would be refused because of it; neither with --template, which does not count placeholders in lengths either.',
  },
  'manifest-limits-of-reading': {
    section: 'WEB §8',
    question: 'How large may a manifest be?',
    decision:
      '1 MiB, 64 levels, 100,000 values after aliases; more is refused before anything else is looked at.',
  },
} as const;
