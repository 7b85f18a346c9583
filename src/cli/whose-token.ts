import type { Json, TokenKind } from '../spec/wire.ts';
import type { WebApiClient } from '../webapi/webapi-client.ts';

/** For whom a token speaks, and where. */
export interface TokenOwner {
  readonly user: string;
  readonly team: string;
}

/** Asks the Web API whose the token of a kind is (service-facts §6.2). @throws Failure when it is none. */
export async function whoseToken(client: WebApiClient, kind: TokenKind): Promise<TokenOwner> {
  const body = await client.call({ method: 'auth.test', arguments: {}, tokens: [kind] });
  return {
    user: text(body['user']) ?? text(body['user_id']) ?? '(unknown)',
    team: text(body['team']) ?? text(body['team_id']) ?? '(unknown)',
  };
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
