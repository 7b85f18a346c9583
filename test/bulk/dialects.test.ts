// cspell:ignore Šimon Jšrg Þóra Ţóra Şóra Guðrún Guđrún Juárez Adrián
// cspell:ignoreRegExp /it\.each\(\[\n    \['(?:German|Windows-1250)[\s\S]*?\]\)/g
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessEncoding } from '../../src/bulk/input/guess-encoding.ts';
import { checked, valuesOf } from '../support/checked-people.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const TEXT = 'userName,email\nanna,anna@x.example\n';
/** Mac Roman codes of the letters in the tests. */
const MAC: Readonly<Record<string, number>> = {
  é: 0x8e,
  ö: 0x9a,
  ü: 0x9f,
  ä: 0x8a,
  ß: 0xa7,
  í: 0x92,
  Ö: 0x85,
};

const mac = (text: string) => Buffer.from([...text].map((letter) => MAC[letter] ?? letter.charCodeAt(0)));
const latin = (text: string) => Buffer.from(text, 'latin1');

describe('CSV dialects', () => {
  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'UTF-16'],
    ['big-endian UTF-16 with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), 'UTF-16'],
    ['UTF-16LE without a byte order mark', Buffer.from(TEXT, 'utf16le'), 'UTF-16LE'],
    ['UTF-16BE without a byte order mark', Buffer.from(TEXT, 'utf16le').swap16(), 'UTF-16BE'],
    [
      'tabs in UTF-16',
      Buffer.from(`\ufeff${TEXT.replaceAll(',', '\t')}`, 'utf16le'),
      'UTF-16, delimiter: tabs',
    ],
    ['Windows-1252', latin(`${TEXT}rené,rene@x.example\n`), 'Windows-1252'],
    ['Mac Roman', mac(`${TEXT}rené,rene@x.example\n`), 'Mac Roman'],
    ['semicolons', TEXT.replaceAll(',', ';'), 'delimiter: semicolons'],
    ['tabs', TEXT.replaceAll(',', '\t'), 'delimiter: tabs'],
    ['vertical bars', TEXT.replaceAll(',', '|'), 'delimiter: vertical bars'],
    ['sep=;', `sep=;\n${TEXT.replaceAll(',', ';')}`, 'delimiter: semicolons'],
    ['semicolons and quotes', '"userName";"email"\n"an;na";anna@x.example\n', 'delimiter: semicolons'],
    ['title rows', `All people,\nRun by: Ann,\n,\n${TEXT}`, 'header row in line 4'],
    ['a version line', `version:v1.0\n${TEXT}`, 'header row in line 2'],
    [
      'title rows, semicolons and Windows-1252',
      latin(`Fébruary;\n${TEXT.replaceAll(',', ';')}`),
      'Windows-1252, delimiter: semicolons, header row in line 2',
    ],
  ])('are recognized and printed in one line: %s', async (_, content, words) => {
    expect(await checked(content)).toMatchObject({
      exit: 0,
      findings: [],
      said: [
        `people.csv: recognized ${words}`,
        expect.stringMatching(/^people\.csv: \d rows?, no findings$/),
      ],
    });
  });

  it.each([
    ['a group file with semicolons', 'group;member\nIT;clara.voss\n', 'delimiter: semicolons'],
    ['a group file in UTF-16', Buffer.from('\ufeffgroup,member\nIT,clara.voss\n', 'utf16le'), 'UTF-16'],
    ['a group file below a title', 'Members,\ngroup,member\nIT,clara.voss\n', 'header row in line 2'],
  ])('are recognized in group files: %s', async (_, content, words) => {
    expect((await checked(content)).said).toEqual([
      `people.csv: recognized ${words}`,
      'people.csv: 1 row, no findings',
    ]);
  });

  it('are not mentioned for plain UTF-8 with commas', async () => {
    expect((await checked(`\ufeff${TEXT}`)).said).toEqual(['people.csv: 1 row, no findings']);
  });

  it.each([
    [
      'a row with an extra cell',
      'userName;email\nanna;anna@x.example;x\n',
      "people.csv:1:9 the cells seem to be separated by semicolons; expected commas, or --delimiter ';' (wrong_separator)",
    ],
    [
      'unknown headings',
      'foo\tbar\na\tb\n',
      'people.csv:1:4 the cells seem to be separated by tabs; expected commas, or --delimiter tab (wrong_separator)',
    ],
    ['letters that fit two encodings', mac('userName,email\nJörg,a@x.example\n'), ''],
  ])('are refused if not certain: %s', async (name, content, finding) => {
    const { exit, findings } = await checked(content);
    expect(exit).toBe(5);
    if (name !== 'letters that fit two encodings') expect(findings).toEqual([finding]);
    else
      expect(findings[0]).toContain(
        'byte 0x9A is not UTF-8 text; save the file as UTF-8, or set the encoding: --encoding windows-1252 reads "Jšrg", windows-1250 "Jšrg", windows-1254 "Jšrg", macintosh "Jörg" (not_utf8)',
      );
  });

  it.each([
    ['the last row', 'userName;email;title\nanna;anna@x.example;x\nbo;bo@x\n', '3:4', 2, 3],
    ['a row with an extra cell', 'userName;email\nanna;a@x.example\nbo;b@x.example;x\n', '3:16', 3, 2],
    ['a row of a group file', 'group\tmember\nIT\tclara.voss\nIT\n', '3:1', 1, 2],
  ])('are recognized by the headings if %s has another number of cells', async (_, text, place, has, of) => {
    const { said, findings } = await checked(text);
    expect(said[0]).toContain('people.csv: recognized delimiter: ');
    const cells = `this row has ${has} cell${has === 1 ? '' : 's'}, but the header row has ${of}`;
    expect(findings).toEqual([expect.stringContaining(`people.csv:${place} ${cells}`)]);
  });

  it('are recognized by the headings of a map, and a truncated row is skipped', async () => {
    const machine = freshMachine();
    const [file, map] = [machine.path('hr.csv'), machine.path('map.yaml')];
    writeFileSync(map, 'columns: { email: E-Mail, userName: Login, title: Titel }\n');
    writeFileSync(file, 'Login;E-Mail;Titel;Ort\nanna;a@x.example;x;Ulm\nbo;b@x.example;y;Ulm\ncy;c@x\n');
    const ran = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} --on-bad-row skip`);
    expect(ran.stderr).toContain('this row has 2 cells, but the header row has 4 (wrong_cell_count)');
    expect(ran.stderr).toContain('2 to create');
  });

  it('follow the flags if not certain', async () => {
    const odd = mac('Name;userName;email\nJörg;jorg;jorg@x.example\n');
    expect((await checked(odd)).exit).toBe(5);
    const flags = '--encoding macroman --delimiter ;';
    expect(
      (await checked('foo\nuserName;email\nanna;anna@x.example\n', '--delimiter ; --header-row 2')).said,
    ).toEqual(['people.csv: 1 row, no findings']);
    expect((await checked(odd, flags)).findings).toEqual([
      expect.stringMatching(
        /^people\.csv:1:1 Name: unknown column "Name"; expected one of id, userName, .*, groups \(unknown_column\)$/,
      ),
    ]);
    expect((await checked(TEXT.replaceAll(',', '\t'), '--delimiter tab')).said).toEqual([
      'people.csv: 1 row, no findings',
    ]);
  });

  it.each([
    ['--delimiter ;;', 'It must be one character'],
    ['--encoding klingon', 'It must be the name of an encoding'],
    ['--header-row 0', 'It must be the number of a line, from 1.'],
    ['--decimal x', 'It must be a comma or a point.'],
  ])('refuse the flag %s', async (flags, reason) => {
    expect(await checked(TEXT, flags)).toMatchObject({
      exit: 2,
      said: [expect.stringContaining(reason), expect.anything()],
    });
  });

  it('keep cell positions exact with any delimiter', async () => {
    expect((await checked('userName;email;title\nanna;anna@;x\n')).findings).toEqual([
      'people.csv:2:6 email: "anna@" is not an address; for example anna.lind@example.com (bad_email_address)',
    ]);
  });

  it('are stored in a plan and used to plan and apply', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), mac('x\nuserName;email;title\njorg;jorg@x.example;Köchin größer\n'));
    const flags = '--encoding macroman --delimiter ; --header-row 2';
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('p.csv')} ${flags} -o json`);
    expect(JSON.parse(plan.stdout)).toMatchObject({
      source: { reading: { dialect: { encoding: 'macintosh', delimiter: ';', headerRow: 2 } } },
      changes: [{ user: { title: 'Köchin größer' } }],
    });
    expect((await machine.orgctl(`-p sandbox bulk apply ${machine.path('p.csv')} ${flags} --yes`)).exit).toBe(
      0,
    );
  });

  it('include an encoding that shows only after many rows', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `u${index},u${index}@x.example,Cook\n`).join('');
    const {
      rows: read,
      dialect,
      issues,
    } = await valuesOf(latin(`userName,email,title\n${rows}rene,rene@x.example,Café\n`));
    expect({ issues, dialect, count: read.length, last: read.at(-1)?.title }).toEqual({
      issues: [],
      dialect: 'Windows-1252',
      count: 3001,
      last: 'Café',
    });
  });

  it('give the same rows for any delimiter, encoding and chunk size', async () => {
    const word = fc.stringMatching(/^[a-z ;,|"éüñ]{1,8}$/);
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('utf8' as const, 'utf16le' as const),
        fc.integer({ min: 1, max: 40 }),
        async (titles, delimiter, encoding, size) => {
          const lines = titles.map((title, index) =>
            [`u${index}`, `u${index}@x.example`, quoted(`x${title}x`)].join(delimiter),
          );
          const text = `\ufeff${[['userName', 'email', 'title'].join(delimiter), ...lines].join('\n')}\n`;
          const { rows, issues } = await valuesOf(Buffer.from(text, encoding), size);
          expect(issues).toEqual([]);
          expect(rows.map(({ title }) => title)).toEqual(titles.map((title) => `x${title}x`));
        },
      ),
    );
  });
});

describe('guessing the encoding', () => {
  it.each([
    ['Windows-1252', latin('Müller, René, Åsa, Groß, Ødegård, Peña, Óscar'), 'Windows-1252'],
    ['Mac Roman', mac('René Müller'), 'Mac Roman'],
    ['letters that fit both', mac('Jörg'), undefined],
    ['bytes that fit none', Buffer.from([0x61, 0x81, 0xff, 0x61]), undefined],
  ])('recognizes %s', (_, bytes, expected) => {
    expect(guessEncoding(bytes)?.name).toBe(expected);
  });

  it.each([
    ['German', 'Müller Groß Süß Ägidius Öhler Übel Jäger'],
    ['French', 'René Hélène Geneviève Lefèvre Benoît Loïc François Noël Lecœur'],
    [
      'Spanish and Portuguese',
      'Peña Muñoz Núñez Óscar Conceição Simões Inês João Juárez Adrián Sánchez Bogotá Tomás',
    ],
    ['Nordic', 'Åsa Ødegård Søren Jørgen Bjørn Øyvind Kjær Næss Håkan'],
    ['punctuation', 'O’Neill “René” Lund – Malmö'],
  ])('returns Windows-1252 for its names: %s', (_, names) => {
    const bytes = Buffer.from(
      [...names].map(
        (letter) => ({ œ: 0x9c, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96 })[letter] ?? letter.charCodeAt(0),
      ),
    );
    expect(guessEncoding(bytes)?.name).toBe('Windows-1252');
  });

  it.each([
    ['Windows-1250', 'Šimić', [0x8a, 0x69, 0x6d, 0x69, 0xe6]],
    ['Windows-1250', 'Jiří', [0x4a, 0x69, 0xf8, 0xed]],
    ['Windows-1250', 'Dvořák', [0x44, 0x76, 0x6f, 0xf8, 0xe1, 0x6b]],
    ['Windows-1250', 'Vlčková', [0x56, 0x6c, 0xe8, 0x6b, 0x6f, 0x76, 0xe1]],
    ['Windows-1250', 'Čapek', [0xc8, 0x61, 0x70, 0x65, 0x6b]],
    ['Windows-1250', 'Kamiński', [0x4b, 0x61, 0x6d, 0x69, 0xf1, 0x73, 0x6b, 0x69]],
    ['Windows-1250', 'Dębski', [0x44, 0xea, 0x62, 0x73, 0x6b, 0x69]],
    ['Windows-1250', 'Erdős', [0x45, 0x72, 0x64, 0xf5, 0x73]],
    ['Windows-1251', 'Иванов', [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2]],
    ['Windows-1251', 'Ян', [0xdf, 0xed]],
    ['Windows-1254', 'Yıldız', [0x59, 0xfd, 0x6c, 0x64, 0xfd, 0x7a]],
    ['Windows-1254', 'Şahin', [0xde, 0x61, 0x68, 0x69, 0x6e]],
    ['code page 437', 'José', [0x4a, 0x6f, 0x73, 0x82]],
    ['code page 437', 'Jörg', [0x4a, 0x94, 0x72, 0x67]],
    ['code page 437', 'González', [0x47, 0x6f, 0x6e, 0x7a, 0xa0, 0x6c, 0x65, 0x7a]],
    ['code page 437', 'Martín', [0x4d, 0x61, 0x72, 0x74, 0xa1, 0x6e]],
    ['code page 437', 'Groß', [0x47, 0x72, 0x6f, 0xe1]],
    ['code page 437', 'Weiß', [0x57, 0x65, 0x69, 0xe1]],
    ['code page 437', 'Strauß', [0x53, 0x74, 0x72, 0x61, 0x75, 0xe1]],
    ['code page 437', 'Straße', [0x53, 0x74, 0x72, 0x61, 0xe1, 0x65]],
    ['code page 437', 'Großmann', [0x47, 0x72, 0x6f, 0xe1, 0x6d, 0x61, 0x6e, 0x6e]],
    ['code page 437', 'Preußen', [0x50, 0x72, 0x65, 0x75, 0xe1, 0x65, 0x6e]],
    ['code page 437', 'Weißner', [0x57, 0x65, 0x69, 0xe1, 0x6e, 0x65, 0x72]],
  ])('refuses to guess for letters of %s: %s', async (_, __, bytes) => {
    expect(guessEncoding(Buffer.from(bytes))).toBeUndefined();
    const file = Buffer.concat([
      Buffer.from('userName,email,familyName\nann,ann@x.example,'),
      Buffer.from(bytes),
    ]);
    expect((await valuesOf(file)).issues).toEqual([expect.stringContaining('not_utf8: byte 0x')]);
  });

  it.each([
    ['Šimon', [0x8a, 0x69, 0x6d, 0x6f, 0x6e], 'windows-1252 reads "Šimon", windows-1250 "Šimon"'],
    ['Þóra', [0xde, 0xf3, 0x72, 0x61], 'windows-1252 reads "Þóra", windows-1250 "Ţóra", windows-1254 "Şóra"'],
    ['Guðrún', [0x47, 0x75, 0xf0, 0x72, 0xfa, 0x6e], 'windows-1252 reads "Guðrún", windows-1250 "Guđrún"'],
    ["O'Žen-Ýr", [0x4f, 0x27, 0x8e, 0x65, 0x6e, 0x2d, 0xdd, 0x72], `windows-1252 reads "O'Žen-Ýr"`],
    // Symbols are not letters: no reading can be suggested.
    ['A©', [0x41, 0xa9, 0x2c, 0xff], ', for example --encoding windows-1252'],
  ])('shows how %s reads in each encoding that makes a name of it', async (_, bytes, words) => {
    const file = Buffer.concat([
      Buffer.from('userName,email,familyName\nann,ann@x.example,'),
      Buffer.from(bytes),
      Buffer.from(',x\n'),
    ]);
    const { issues } = await valuesOf(file);
    expect(issues).toEqual([expect.stringContaining('set the encoding')]);
    expect(issues[0]).toContain(words);
  });

  it('shows a later word if the first one reads the same in both encodings', async () => {
    const rows = [
      Buffer.from('userName,email,familyName\nann,ann@x.example,Nov'),
      Buffer.from([0xe1]),
      Buffer.from('k\nbo,bo@x.example,Dvo'),
      Buffer.from([0xf8, 0xe1]),
      Buffer.from('k\n'),
    ];
    const { issues } = await valuesOf(Buffer.concat(rows));
    expect(issues[0]).toContain('windows-1252 reads "Dvo\u00f8\u00e1k", windows-1250 "Dvo\u0159\u00e1k"');
  });

  it.each([
    ['le', true],
    ['le', false],
    ['be', true],
    ['be', false],
  ])('names UTF-32: %s, with a byte order mark: %s', async (order, hasMark) => {
    const text = `${hasMark ? '\ufeff' : ''}email\nann@x.example\n`;
    const bytes = Buffer.alloc(text.length * 4);
    for (const [index, character] of [...text].entries()) {
      const code = character.codePointAt(0) ?? 0;
      if (order === 'le') bytes.writeUInt32LE(code, index * 4);
      else bytes.writeUInt32BE(code, index * 4);
    }
    expect((await valuesOf(bytes)).issues).toEqual([
      expect.stringContaining(
        'the file is UTF-32, which is not supported; save it as UTF-8, or: iconv -f UTF-32 -t UTF-8',
      ),
    ]);
  });

  it.each([
    ['a\0', "tr -d '\\000'", 'clean.csv'],
    ['a\0\0\0', 'iconv -f UTF-32 -t UTF-8', 'utf8.csv'],
  ])('names a command that a shell takes as it is: %j', async (text, filter, made) => {
    const machine = freshMachine();
    const file = machine.path('all people.csv');
    writeFileSync(file, text);
    const { stdout } = await machine.orgctl(`bulk check '${file}' -o json`);
    expect(JSON.parse(stdout)[0].message).toContain(`: ${filter} < '${file}' > ${made}`);
    const piped = await machine.orgctl('bulk check - -o json', { stdin: text });
    expect(JSON.parse(piped.stdout)[0].message.split(': ').at(-1)).toBe(filter);
  });

  it('never takes Windows-1252 for another encoding', () => {
    const words = fc.array(fc.stringMatching(/^[A-ZÖÜ][a-zéöüäß]{1,9}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, (names) => {
        const text = names.join(' ');
        fc.pre(/[^\0-\x7f]/.test(text));
        expect([undefined, 'Windows-1252']).toContain(guessEncoding(latin(text))?.name);
      }),
    );
  });
});

describe('line numbers in an encoding other than UTF-8', () => {
  const PIECE = 16 * 1024;

  it.each([
    ['utf16le', '', PIECE / 2 - 2],
    ['utf16le', '', PIECE / 2 - 1],
    ['utf16le', '', PIECE / 2],
    ['latin1', '--encoding windows-1252', PIECE - 2],
    ['latin1', '--encoding windows-1252', PIECE - 1],
    ['latin1', '--encoding windows-1252', PIECE],
  ] as const)('count a CRLF near the end of a piece once: %s %s, CR at %s', async (encoding, flags, at) => {
    const first = '{"userName":"anna","email":"anna@x.example"}'.padEnd(at);
    const text = `${first}\r\n{"userName":"bo","email":"bo@"}\r\n`;
    const { findings } = await checked(Buffer.from(text, encoding), flags);
    expect(findings).toEqual([expect.stringMatching(/^people\.csv:2:\d+ email: "bo@" is not an address/)]);
  });

  it('keep a CR at the end of the file', async () => {
    const text = '{"userName":"anna"}\r{"userName":"bo","email":"bo@"}\r';
    const { findings } = await checked(Buffer.from(text, 'utf16le'));
    expect(findings).toEqual([expect.stringMatching(/^people\.csv:2:/)]);
  });
});
