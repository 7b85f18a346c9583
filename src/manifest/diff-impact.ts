import { isJsonObject } from '../rules/json-value.ts';
import type { BareDifference, Impact } from './difference.ts';

/** Returns the impact of an update with this difference. */
export function impactOf(difference: BareDifference): Impact {
  const { kind, path } = difference;
  const [section, , side] = path;
  if (section === 'datastores') return impactOnDatastore(difference);
  if (section === 'functions' || section === 'workflows') {
    if (isGone(kind) && path.length <= 2) return 'deletes-live-data';
    if (side === 'input_parameters' || (section === 'functions' && side === 'output_parameters'))
      return impactOnParameter(difference);
  }
  if (section === 'types' && (isGone(kind) || path.at(-1) === 'type'))
    return kind === 'added' ? 'harmless' : 'breaking';
  return impactOnSettings(difference) ?? impactOnBehavior(difference);
}

const isGone = (kind: BareDifference['kind']) => kind === 'removed' || kind === 'renamed';

function objectOf(value: BareDifference['after']): object {
  return isJsonObject(value) ? value : {};
}

function impactOnSettings({ kind, path, after }: BareDifference): Impact | undefined {
  const words = path.join('.');
  if (words === 'display_information.background_color' && kind === 'removed') return 'cannot-remove';
  if (/^oauth_config\.scopes\.(?:bot|user)\./.test(words) && kind === 'added') return 'needs-new-approval';
  if (words === 'settings.event_subscriptions.request_url' && kind !== 'removed') return 'needs-verification';
  const isNewUrl =
    words === 'settings.event_subscriptions' && kind === 'added' && 'request_url' in objectOf(after);
  return isNewUrl ? 'needs-verification' : undefined;
}

/** Sections about the presentation of the app, not its behavior. */
const PRESENTATION_SECTIONS: ReadonlySet<unknown> = new Set([
  '_metadata',
  'app_directory',
  'display_information',
  'compliance',
]);
/** Keys of texts for users. */
const TEXTS: ReadonlySet<unknown> = new Set([
  'title',
  'description',
  'hint',
  'usage_hint',
  'name',
  'message',
  'display_name',
]);

/** Distinguishes texts for users and additions from changes that affect a running app. */
function impactOnBehavior({ kind, path }: BareDifference): Impact {
  const [section, second, side] = path;
  if (PRESENTATION_SECTIONS.has(section) || TEXTS.has(path.at(-1))) return 'harmless';
  if (section === 'workflows' && side === 'steps') return 'changes-behavior';
  if (kind === 'moved') return 'harmless';
  if (kind === 'added') return section === 'settings' && path.length === 2 ? 'changes-behavior' : 'harmless';
  return section === 'features' && second === 'assistant_view' ? 'harmless' : 'changes-behavior';
}

/** Returns the impact on a datastore. Its items remain, and their keys and attributes are not migrated. */
function impactOnDatastore({ kind, path }: BareDifference): Impact {
  if (kind === 'added') return 'harmless';
  if (isGone(kind) && path.length <= 2) return 'deletes-live-data';
  if (path[2] === 'primary_key') return 'breaking';
  if (path[2] === 'time_to_live_attribute') return 'changes-behavior';
  if (path[2] !== 'attributes') return 'harmless';
  if (isGone(kind) && path.length <= 4) return 'deletes-live-data';
  return path.at(-1) === 'type' ? 'breaking' : 'harmless';
}

function impactOnParameter({ kind, path, before, after }: BareDifference): Impact {
  const isInput = path[2] === 'input_parameters';
  if (path.length === 4) {
    if (isGone(kind)) return 'breaking';
    return isInput && isJsonObject(after) && after['is_required'] === true ? 'breaking' : 'harmless';
  }
  if (path.length === 3)
    return kind === 'removed' && Object.keys(objectOf(before)).length > 0
      ? 'breaking'
      : impactOfAdded(isInput, after);
  if (path[4] === 'is_required') return isInput && after === true ? 'breaking' : 'harmless';
  return path[4] === 'type' || path[4] === 'items' ? 'breaking' : 'harmless';
}

function impactOfAdded(isInput: boolean, after: BareDifference['after']): Impact {
  const isRequired = Object.values(objectOf(after)).some(
    (parameter) => isJsonObject(parameter) && parameter['is_required'] === true,
  );
  return isInput && isRequired ? 'breaking' : 'harmless';
}
