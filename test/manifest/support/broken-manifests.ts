import type { Json, JsonObject } from '../../../src/spec/protocol-types.ts';
import { RAW, type Random } from './written-forms.ts';

type Path = readonly (string | number)[];

/** Returns a manifest with this many common mistakes at random places. */
export function brokenManifest(data: Json, random: Random, count: number): Json {
  let result = data;
  for (let index = 0; index < count; index += 1) {
    const places = placesIn(result);
    const options = MISTAKES.map((mistake) => mistake(places)).filter((list) => list.length > 0);
    const list = options[Math.floor(random() * options.length)] ?? [];
    const change = list[Math.floor(random() * list.length)];
    if (change !== undefined) result = change(result);
  }
  return result;
}

interface Place {
  readonly path: Path;
  readonly value: Json;
}

type Edit = (data: Json) => Json;

function placesIn(data: Json, path: Path = []): readonly Place[] {
  const inner =
    typeof data === 'object' && data !== null
      ? Object.entries(data).flatMap(([key, value]) =>
          placesIn(value as Json, [...path, Array.isArray(data) ? Number(key) : key]),
        )
      : [];
  return [{ path, value: data }, ...inner];
}

const words = ({ path }: Place) => path.join('.');
const isText = ({ value }: Place) => typeof value === 'string' && !value.startsWith(RAW);
const isList = ({ value }: Place) => Array.isArray(value);
const hasType = ({ value }: Place) => typeof value === 'object' && value !== null && 'type' in value;
const hasKey = ({ path }: Place) => typeof path.at(-1) === 'string';

/** Each entry returns its mistake at every place where it can be made. */
const MISTAKES: readonly ((places: readonly Place[]) => readonly Edit[])[] = [
  // Two letters of a key are swapped, or its last letter is missing.
  (places) =>
    places
      .filter(hasKey)
      .flatMap(({ path }) => [
        (data) =>
          rekeyed(data, path, (key) => `${key.slice(0, 2)}${key[3] ?? ''}${key[2] ?? ''}${key.slice(4)}`),
        (data) => rekeyed(data, path, (key) => key.slice(0, -1)),
      ]),
  // A key without a value.
  (places) => places.filter(hasKey).map(({ path }) => put(path, () => null)),
  // A boolean in quotes, as yes or off, or as a number.
  (places) =>
    places
      .filter(({ value }) => typeof value === 'boolean')
      .flatMap(({ path, value }) =>
        [String(value), RAW + (value === true ? 'yes' : 'off'), value === true ? 1 : 0].map((wrong) =>
          put(path, () => wrong),
        ),
      ),
  // A number instead of a string.
  (places) =>
    places.filter(isText).flatMap(({ path }) => [put(path, () => 17), put(path, () => `${RAW}0x1F`)]),
  // A duplicate item.
  (places) =>
    places
      .filter(isList)
      .map(({ path }) =>
        put(path, (list) => (Array.isArray(list) && list.length > 0 ? [...list, list[0] ?? null] : list)),
      ),
  // The first item instead of the list.
  (places) =>
    places
      .filter(isList)
      .map(({ path }) =>
        put(path, (list) => (Array.isArray(list) && list.length > 0 ? (list[0] ?? null) : list)),
      ),
  // An empty string or list.
  (places) => [
    ...places.filter(isText).map(({ path }) => put(path, () => '')),
    ...places.filter(isList).map(({ path }) => put(path, () => [])),
  ],
  // A URL without TLS; a command without its slash; a color without its # or without quotes.
  (places) =>
    places.filter(isText).flatMap(({ path, value }) => {
      const text = String(value);
      if (text.startsWith('https:')) return [put(path, () => text.replace('https', 'http'))];
      if (/^\/\w/.test(text)) return [put(path, () => text.slice(1))];
      if (!text.startsWith('#')) return [];
      return [put(path, () => text.slice(1)), put(path, () => RAW + text)];
    }),
  // is_required of version 1 in version 2.
  (places) =>
    places
      .filter((place) => /_parameters\.properties\.[^.]+$/.test(words(place)))
      .flatMap(({ path }) =>
        [true, false].map((says) => put(path, (value) => ({ ...(value as JsonObject), is_required: says }))),
      ),
  // required, a list, as a key of a parameter.
  (places) =>
    places
      .filter((place) => /_parameters(?:\.properties)?\.[^.]+$/.test(words(place)) && hasType(place))
      .flatMap(({ path }) =>
        [true, false].map((says) => put(path, (value) => ({ ...(value as JsonObject), required: says }))),
      ),
  // Mistyped names: types, events, scopes, required, references.
  (places) =>
    places
      .filter(
        (place) =>
          isText(place) && /(?:type|events\.\d+|required\.\d+|function_id|bot\.\d+)$/.test(words(place)),
      )
      .map(({ path, value }) => put(path, () => `${String(value).slice(0, -2)}${String(value).slice(-1)}`)),
  // A missing scope, event or input.
  (places) =>
    places
      .filter((place) =>
        /(?:scopes\.\w+\.\d+|events\.\d+|inputs\.\w+|function_runtime|org_deploy_enabled)$/.test(
          words(place),
        ),
      )
      .map(
        ({ path }) =>
          (data) =>
            removed(data, path),
      ),
  // A key that is too high, and the only one of its section.
  (places) =>
    places
      .filter(
        ({ path }) => path.length === 3 && ['features', 'oauth_config', 'settings'].includes(String(path[0])),
      )
      .map(({ path, value }) => put(path.slice(0, 1), () => ({ [String(path[2])]: value }))),
  // A key in the wrong section.
  (places) =>
    places
      .filter(({ path }) => path.length === 2 && path[0] === 'features')
      .map(({ path, value }) => (data) => {
        const rest = removed(data, path) as JsonObject;
        return { ...rest, settings: { ...(rest['settings'] as JsonObject), [String(path[1])]: value } };
      }),
];

function put(path: Path, change: (value: Json) => Json): Edit {
  return (data) => {
    const [step, ...rest] = path;
    if (step === undefined) return change(data);
    if (Array.isArray(data))
      return data.map((item: Json, index) => (index === step ? put(rest, change)(item) : item));
    if (typeof data !== 'object' || data === null) return data;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, key === step ? put(rest, change)(value) : value]),
    );
  };
}

function removed(data: Json, path: Path): Json {
  const last = path.at(-1);
  return put(path.slice(0, -1), (holder) => {
    if (Array.isArray(holder)) return holder.filter((_, index) => index !== last);
    if (typeof holder !== 'object' || holder === null) return holder;
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== last));
  })(data);
}

function rekeyed(data: Json, path: Path, rename: (key: string) => string): Json {
  const last = String(path.at(-1));
  return put(path.slice(0, -1), (holder) => {
    const object = holder as JsonObject;
    const name = rename(last);
    if (Object.hasOwn(object, name)) return object;
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key === last ? name : key, value]),
    );
  })(data);
}
