import { isJsonObject } from '../rules/json-value.ts';
import type { BareDifference, Impact } from './difference.ts';

/** Says what an update with a difference would bring about. */
export function impactOf(difference: BareDifference): Impact {
  const { kind, path } = difference;
  const [section, , side] = path;
  const words = path.join('.');
  if (section === 'datastores') return impactOnDatastore(difference);
  if (section === 'functions') {
    if (kind === 'removed' && path.length <= 2) return 'deletes-live-data';
    if (side === 'input_parameters' || side === 'output_parameters') return impactOnParameter(difference);
  }
  if (section === 'workflows') {
    if (kind === 'removed' && path.length <= 2) return 'deletes-live-data';
    if (side === 'input_parameters') return impactOnParameter(difference);
  }
  if (section === 'types' && (kind === 'removed' || path.at(-1) === 'type'))
    return kind === 'added' ? 'harmless' : 'breaking';
  if (words === 'display_information.background_color' && kind === 'removed') return 'cannot-remove';
  if (/^oauth_config\.scopes\.(?:bot|user)\./.test(words) && kind === 'added') return 'needs-new-approval';
  if (words === 'settings.event_subscriptions.request_url' && kind !== 'removed') return 'needs-verification';
  if (
    words === 'settings.event_subscriptions' &&
    kind === 'added' &&
    'request_url' in objectOf(difference.after)
  ) {
    return 'needs-verification';
  }
  return 'harmless';
}

function objectOf(value: BareDifference['after']): object {
  return isJsonObject(value) ? value : {};
}

/** Items of a datastore live on; what they are found by and what they hold does not change by itself. */
function impactOnDatastore({ kind, path }: BareDifference): Impact {
  if (kind === 'added') return 'harmless';
  if (kind === 'removed' && path.length <= 2) return 'deletes-live-data';
  if (path[2] === 'primary_key') return 'breaking';
  if (path[2] !== 'attributes') return 'harmless';
  if (kind === 'removed' && path.length <= 4) return 'deletes-live-data';
  return path.at(-1) === 'type' ? 'breaking' : 'harmless';
}

function impactOnParameter({ kind, path, before, after }: BareDifference): Impact {
  const isInput = path[2] === 'input_parameters';
  if (path.length === 4) {
    if (kind === 'removed') return 'breaking';
    return isInput && isJsonObject(after) && after['is_required'] === true ? 'breaking' : 'harmless';
  }
  if (path.length === 3)
    return kind === 'removed' && Object.keys(objectOf(before)).length > 0 ? 'breaking' : 'harmless';
  if (path[4] === 'is_required') return isInput && after === true ? 'breaking' : 'harmless';
  return path[4] === 'type' || path[4] === 'items' ? 'breaking' : 'harmless';
}
