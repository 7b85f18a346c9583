import type { SeenChange } from '../seen-change.ts';
import type { SeenGroup, SeenOrganization, SeenUser } from '../seen-organization.ts';
import { build } from './build-element.ts';
import { changeList } from './change-list.ts';
import type { SandboxSession } from './sandbox-session.ts';

/** Maximum number of changes shown. */
const MAX_CHANGES = 30;
/** Milliseconds from a change or a keystroke to the next request for the organization. */
const REFRESH_DELAY = 250;

/** Panel with the organization: its users, its groups, and the latest changes. */
export class OrganizationPanel {
  private readonly session: SandboxSession;
  private readonly onName: (name: string) => void;
  private readonly tiles = build('dl', { class: 'tiles' });
  private readonly changed = build('div');
  private readonly people = build('div');
  private readonly groups = build('div');
  private readonly find = build('input', {
    attributes: {
      type: 'search',
      placeholder: 'Name, address or ID',
      'aria-label': 'Search the organization',
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  private changes: SeenChange[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement, session: SandboxSession, onName: (name: string) => void) {
    this.session = session;
    this.onName = onName;
    const heading = (text: string) => build('h3', { text });
    place.replaceChildren(
      this.tiles,
      heading('Recent changes'),
      this.changed,
      this.find,
      heading('Users'),
      this.people,
      heading('Groups'),
      this.groups,
    );
    this.find.addEventListener('input', () => this.refreshSoon());
    this.drawChanges();
  }

  /** Shows a change, and reloads the organization shortly after. */
  add(change: SeenChange): void {
    if (change.action !== 'same') this.changes = [change, ...this.changes].slice(0, MAX_CHANGES);
    this.refreshSoon();
  }

  refreshSoon(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.drawChanges();
      void this.refresh();
    }, REFRESH_DELAY);
  }

  private async refresh(): Promise<void> {
    const organization = await this.session.organization(this.find.value);
    if (organization !== undefined) this.draw(organization);
  }

  private drawChanges(): void {
    const none = build('p', { class: 'soft', text: 'No changes since the sandbox was started.' });
    this.changed.replaceChildren(this.changes.length === 0 ? none : changeList(this.changes));
  }

  private draw({ name, users, groups, found }: SeenOrganization): void {
    this.onName(name);
    const tile = (label: string, count: number) =>
      build('div', {}, build('dt', { text: label }), build('dd', { text: count.toLocaleString('en-US') }));
    this.tiles.replaceChildren(tile('Users', users), tile('Groups', groups));
    const more = found.more
      ? build('p', { class: 'soft', text: 'More results exist; refine the search.' })
      : undefined;
    this.people.replaceChildren(personList(found.users), ...(more === undefined ? [] : [more]));
    this.groups.replaceChildren(...found.groups.map((group) => this.groupItem(group)));
  }

  /** Returns the item of a group; its members are loaded when it is opened. */
  private groupItem({ id, displayName, members }: SeenGroup): HTMLElement {
    const inside = build('div');
    const item = build(
      'details',
      {},
      build(
        'summary',
        {},
        build('span', { class: 'name', text: displayName }),
        build('span', {
          class: 'soft',
          text: members === 1 ? '1 member' : `${members.toLocaleString('en-US')} members`,
        }),
      ),
      inside,
    );
    item.addEventListener('toggle', () => {
      if (item.open) void this.showMembers(id, inside);
    });
    return item;
  }

  private async showMembers(id: string, place: HTMLElement): Promise<void> {
    const answer = await this.session.members(id);
    if (answer === undefined) return;
    const more = answer.more ? [build('p', { class: 'soft', text: 'and more' })] : [];
    const none = build('p', { class: 'soft', text: 'No members.' });
    place.replaceChildren(answer.members.length === 0 ? none : personList(answer.members), ...more);
  }
}

function personList(people: readonly SeenUser[]): HTMLElement {
  return build(
    'ul',
    { class: 'people' },
    ...people.map(({ id, userName, displayName, state }) =>
      build(
        'li',
        { attributes: { title: id } },
        build('span', { class: `dot ${state}`, attributes: { role: 'img', 'aria-label': state } }),
        build('span', { class: 'name', text: displayName || userName }),
        build('span', { class: 'soft', text: state === 'active' ? userName : `${userName} · ${state}` }),
      ),
    ),
  );
}
