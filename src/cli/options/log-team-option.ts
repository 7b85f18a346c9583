import { Option } from '@commander-js/extra-typings';

/** Creates the option for the workspace whose integration log is read for the apps of users. */
export const logTeamOption = () =>
  new Option(
    '--team <id>',
    'workspace whose log is read for apps, for example T0FINCH; required for them with an org-level token',
  );
