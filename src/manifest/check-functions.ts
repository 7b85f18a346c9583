import { enumProblem } from './check-text.ts';
import { placeholderIn } from './placeholders.ts';
import type { ManifestView } from './view.ts';

const FUNCTIONS = ['functions'] as const;
const RUNTIME = ['settings', 'function_runtime'] as const;
const ORG_DEPLOY = ['settings', 'org_deploy_enabled'] as const;
const BOT_EVENTS = ['settings', 'event_subscriptions', 'bot_events'] as const;
const IS_HOSTED = ['settings', 'is_hosted'] as const;
const TOKEN_MANAGEMENT = ['oauth_config', 'token_management_enabled'] as const;
const USER_SCOPES = ['oauth_config', 'scopes', 'user'] as const;

/**
 * Checks the runtime of functions and the settings it requires (WEB §2.6 settings.function_runtime,
 * org_deploy_enabled).
 */
export function checkFunctions(view: ManifestView): void {
  checkRuntime(view);
  if (Object.keys(view.object(FUNCTIONS) ?? {}).length > 0) {
    checkOrgDeploy(view);
    checkExecutedEvent(view);
  }
  checkHosted(view);
}

function checkRuntime(view: ManifestView): void {
  const { vendor } = view.options;
  const runtime = view.text(RUNTIME);
  if (runtime !== undefined) {
    if (runtime === 'remote' || runtime === vendor) return;
    if (placeholderIn(runtime, 'address') !== undefined) return;
    view.report({
      ...enumProblem(runtime, ['remote', vendor], RUNTIME),
      hint: `if "${runtime}" is your vendor name: --vendor ${/^[\w-]+$/.test(runtime) ? runtime : 'WORD'}`,
    });
    return;
  }
  const functions = view.object(FUNCTIONS);
  if (functions === undefined || Object.keys(functions).length === 0 || !view.isAbsent(RUNTIME)) return;
  view.report({
    rule: 'function-runtime-missing',
    path: view.holder(RUNTIME),
    at: 'key',
    message: `the manifest has functions, but settings.function_runtime is missing: remote or ${vendor}`,
    hint: `remote: you run them; ${vendor}: the service does`,
    fix: {
      kind: 'suggest',
      title: 'add function_runtime: remote',
      change: { do: 'add', path: ['settings'], key: 'function_runtime', value: 'remote' },
    },
  });
}

function checkOrgDeploy(view: ManifestView): void {
  const flag = view.flag(ORG_DEPLOY);
  if (flag === true) return;
  const message = 'functions need settings.org_deploy_enabled: true';
  if (flag === false) {
    view.report({
      rule: 'functions-org-deploy',
      path: ORG_DEPLOY,
      at: 'value',
      message: `${message}; it is false`,
      fix: {
        kind: 'suggest',
        title: 'write true',
        change: { do: 'replace', path: ORG_DEPLOY, value: true },
      },
    });
  } else if (view.isAbsent(ORG_DEPLOY)) {
    view.report({
      rule: 'functions-org-deploy',
      path: view.holder(ORG_DEPLOY),
      at: 'key',
      message: `${message}; it is missing`,
      fix: {
        kind: 'suggest',
        title: 'add org_deploy_enabled: true',
        change: { do: 'add', path: ['settings'], key: 'org_deploy_enabled', value: true },
      },
    });
  }
}

function checkExecutedEvent(view: ManifestView): void {
  if (view.text(RUNTIME) !== 'remote' || view.isUnclear(BOT_EVENTS)) return;
  if (view.texts(BOT_EVENTS).includes('function_executed')) return;
  const hasList = view.list(BOT_EVENTS) !== undefined;
  view.report({
    rule: 'functions-event',
    path: hasList ? BOT_EVENTS : view.holder(BOT_EVENTS),
    at: 'key',
    message: 'remote functions are called by the bot event function_executed, which is not subscribed',
    fix: {
      kind: 'suggest',
      title: 'add function_executed to bot_events',
      change: hasList
        ? { do: 'append', path: BOT_EVENTS, value: 'function_executed' }
        : {
            do: 'add',
            path: ['settings', 'event_subscriptions'],
            key: 'bot_events',
            value: ['function_executed'],
          },
    },
  });
}

/** Checks settings that are allowed only for apps run by the service, or not for these. */
function checkHosted(view: ManifestView): void {
  const runtime = view.text(RUNTIME);
  const isHosted = runtime === view.options.vendor;
  const flag = view.flag(IS_HOSTED);
  if (
    flag !== undefined &&
    runtime !== undefined &&
    flag !== isHosted &&
    (isHosted || runtime === 'remote')
  ) {
    view.report({
      rule: 'hosted-mismatch',
      path: IS_HOSTED,
      at: 'value',
      message: `is_hosted is ${flag}, but function_runtime is ${runtime}`,
      hint: `is_hosted is true only if function_runtime is ${view.options.vendor}`,
      fix: {
        kind: 'suggest',
        title: `write ${!flag}`,
        change: { do: 'replace', path: IS_HOSTED, value: !flag },
      },
    });
  }
  const domains = view.list(['outgoing_domains']) ?? [];
  if (!isHosted && domains.length > 0 && (runtime !== undefined || view.isAbsent(RUNTIME))) {
    view.report({
      rule: 'outgoing-domains-hosted',
      path: ['outgoing_domains'],
      at: 'key',
      message: 'outgoing_domains is only used by apps that the service runs',
    });
  }
  if (isHosted) checkHostedTokens(view);
}

/**
 * An app run by the service manages its own tokens only if it has user scopes (assumption
 * `manifest-hosted-tokens`).
 */
function checkHostedTokens(view: ManifestView): void {
  const managesTokens = view.flag(TOKEN_MANAGEMENT);
  const hasUserScopes = view.texts(USER_SCOPES).length > 0;
  if (view.isUnclear(TOKEN_MANAGEMENT) || view.isUnclear(USER_SCOPES)) return;
  if (hasUserScopes && managesTokens !== true) {
    view.report({
      rule: 'hosted-user-scopes',
      path: USER_SCOPES,
      at: 'key',
      message: 'an app that the service runs cannot request user scopes',
      hint: 'remove them, or set oauth_config.token_management_enabled to true',
    });
  }
  if (!hasUserScopes && managesTokens === true) {
    view.report({
      rule: 'hosted-token-management',
      path: TOKEN_MANAGEMENT,
      at: 'value',
      message: 'an app that the service runs does not manage its own tokens',
      fix: {
        kind: 'suggest',
        title: 'write false',
        change: { do: 'replace', path: TOKEN_MANAGEMENT, value: false },
      },
    });
  }
}
