import type { ListView } from '../../../output/view.ts';
import type { CommandModule } from '../../command-module.ts';
import { PROFILE_SETTINGS, type ProfileSetting, profileSetting } from '../../connection/profile-settings.ts';
import { describe } from '../../help-format.ts';

interface ShownSetting {
  readonly name: ProfileSetting;
  readonly value: string | boolean | undefined;
}

const SETTING_VIEW: ListView<ShownSetting> = {
  noun: ['setting', 'settings'],
  json: ({ name, value }) => ({ setting: name, value: value ?? null }),
  columns: [
    { name: 'setting', heading: 'Setting', importance: 1, value: ({ name }) => name },
    { name: 'value', heading: 'Value', importance: 1, value: ({ value }) => value },
  ],
};

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox config get', 'orgctl -p sandbox config get scimVersion'],
    lists: { columns: SETTING_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return command.argument('[setting]', `one of ${PROFILE_SETTINGS.join(', ')} (default: all)`).action(
    act(async (context, word) => {
      const { profile, settings } = await context.resolved();
      const shown = (name: ProfileSetting) =>
        name === 'readOnly' ? profile.readOnly === true : settings[name]?.value;
      const printer = await context.printer();
      if (word !== undefined) {
        const name = profileSetting(word);
        const value = shown(name);
        if (value !== undefined) await printer.text(`${String(value)}\n`);
        else await context.messages.note(`${name} is not set: the default applies`);
      } else
        await printer.list(
          PROFILE_SETTINGS.map((name) => ({ name, value: shown(name) })),
          SETTING_VIEW,
        );
    }),
  );
};
