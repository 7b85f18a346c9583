import { describe, expect, it } from 'vitest';
import type { ManifestField } from '../../src/spec/manifest-field-types.ts';
import { MANIFEST } from '../../src/spec/manifest-fields.ts';
import { MAX_CALLBACK_ID_LENGTH, STEP_TYPES } from '../../src/spec/manifest-function-fields.ts';
import { MANIFEST_PATTERNS } from '../../src/spec/manifest-patterns.ts';

function fieldAt(path: string): ManifestField {
  let field: ManifestField = MANIFEST;
  for (const step of path.split('.')) {
    let next: ManifestField | undefined;
    if (field.kind === 'object') next = field.fields[step];
    else if (field.kind === 'list') next = field.items;
    else if (field.kind === 'map' || field.kind === 'listOrMap') next = field.entries;
    expect(next, path).toBeDefined();
    field = next ?? field;
  }
  return field;
}

describe('manifest field table as documented (WEB §2.6, §8, §9)', () => {
  it.each([
    ['display_information.name', 35],
    ['display_information.description', 140],
    ['display_information.long_description', 4000],
    ['features.bot_user.display_name', 80],
    ['features.shortcuts.*.callback_id', 255],
    ['features.shortcuts.*.description', 150],
    ['features.slash_commands.*.command', 32],
    ['features.slash_commands.*.description', 2000],
    ['features.slash_commands.*.usage_hint', 1000],
    ['features.workflow_steps.*.name', 50],
    ['features.workflow_steps.*.callback_id', 50],
    ['functions.*.title', 255],
  ])('%s has at most %i characters', (path, maxLength) => {
    expect(fieldAt(path)).toMatchObject({ kind: 'text', maxLength });
  });

  it.each([
    ['features.shortcuts', 10],
    ['features.slash_commands', 50],
    ['features.unfurl_domains', 5],
    ['features.workflow_steps', 10],
    ['oauth_config.redirect_urls', 1000],
    ['oauth_config.scopes.bot', 255],
    ['oauth_config.scopes.user', 255],
    ['settings.allowed_ip_address_ranges', 10],
    ['settings.event_subscriptions.bot_events', 100],
    ['settings.event_subscriptions.user_events', 100],
  ])('%s has at most %i items', (path, maxItems) => {
    expect(fieldAt(path)).toMatchObject({ kind: 'list', maxItems });
  });

  it.each([
    [
      'app_directory',
      [
        'installation_landing_page',
        'privacy_policy_url',
        'support_url',
        'support_email',
        'supported_languages',
        'pricing',
      ],
    ],
    ['display_information', ['name']],
    ['features.assistant_view', ['assistant_description']],
    ['features.bot_user', ['display_name']],
    ['features.shortcuts.*', ['name', 'callback_id', 'description', 'type']],
    ['features.slash_commands.*', ['command', 'description']],
    ['features.workflow_steps.*', ['name', 'callback_id']],
    ['settings.interactivity', ['is_enabled']],
    ['settings.event_subscriptions.metadata_subscriptions.*', ['app_id', 'event_type']],
    ['functions.*', ['title', 'description', 'input_parameters', 'output_parameters']],
    ['workflows.*', ['title', 'description', 'steps']],
    ['datastores.*', ['primary_key', 'attributes']],
  ])('%s requires %j', (path, required) => {
    const field = fieldAt(path);
    expect(field.kind === 'object' && [...(field.required ?? [])].sort()).toEqual([...required].sort());
  });

  it.each([
    ['settings.event_subscriptions.request_url', '^https://[^\\s]+$'],
    ['settings.interactivity.request_url', '^https://[^\\s]+$'],
    ['settings.interactivity.message_menu_options_url', '^https://[^\\s]+$'],
    ['settings.siws_links.initiate_uri', '^https://[^\\s]+$'],
    ['features.slash_commands.*.url', '^https://[^\\s]+$'],
    ['app_directory.direct_install_url', '^https?://[^\\s]+$'],
    ['app_directory.installation_landing_page', '^https?://[^\\s]+$'],
    ['display_information.background_color', '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'],
  ])('%s matches %s', (path, source) => {
    const field = fieldAt(path);
    expect(field.kind === 'text' && field.pattern && MANIFEST_PATTERNS[field.pattern].source).toBe(source);
  });

  it('has the documented shortcut types, step types, versions and ID length', () => {
    expect(fieldAt('features.shortcuts.*.type')).toMatchObject({ values: ['message', 'global'] });
    expect(fieldAt('_metadata.major_version')).toMatchObject({ kind: 'integer', values: [1, 2] });
    expect(fieldAt('_metadata.minor_version')).toMatchObject({ kind: 'integer' });
    expect(STEP_TYPES).toEqual(['function', 'switch', 'conditional']);
    expect(MAX_CALLBACK_ID_LENGTH).toBe(100);
  });
});
