import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['Estado', 'Activo', 'Baja', ['Baja médica', 'Baja por maternidad', 'Licencia', 'Baja temporal']],
  ['Statut', 'Actif', 'Parti', ['Contrat suspendu', 'Congé sans solde']],
  ['Status', 'Aktiv', 'Ausgetreten', ['Freigestellt', 'Inaktiv – Mutterschutz']],
  ['Status', 'Active', 'Left', ['Suspended with pay', 'Inactive - maternity']],
])(
  'asks a person about people on leave (%s) instead of deactivating them',
  async (heading, here, gone, open) => {
    const machine = freshMachine();
    const words = [here, gone, ...open];
    const stdin = `email,${heading}\n${words.map((word, n) => `p${n}@x.example,${word}\n`).join('')}`;
    const { stdout } = await machine.orgctl('bulk init-map -', { stdin });
    const lookup = `lookup: { ${here}: true, ${gone}: false }`;
    expect(stdout).toContain(
      `active: { from: ${heading}, ${lookup} } # say what ${open.map(quoted).join(', ')} means`,
    );
  },
);

function quoted(word: string): string {
  return /^[\p{L} .-]+$/u.test(word) ? word : `'${word}'`;
}
