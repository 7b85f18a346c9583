import { Argument } from '@commander-js/extra-typings';
import { FORMAT_TRAITS } from '../../../../output/view.ts';
import { getSchema, listSchemas, SCHEMA_KINDS } from '../../../../scim/discovery.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { printAll } from '../../../printing/print-resources.ts';
import { SCHEMA_ATTRIBUTE_VIEW, SCHEMA_VIEW } from '../../../views/discovery-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim service schemas',
      'orgctl -p sandbox scim service schemas users',
      'orgctl -p sandbox scim service schemas groups -o json',
    ],
    lists: { columns: SCHEMA_VIEW.columns },
    needs: 'a user token with scope admin; 1000 reads a minute',
  });
  const kind = new Argument('[kind]', 'schema to show: users or groups (default: all schemas)').choices(
    SCHEMA_KINDS,
  );
  return command.addArgument(kind).action(
    act(async (context, wanted) => {
      const printer = await context.printer();
      const { scim } = await context.connection();
      if (wanted === undefined) return printer.list(await listSchemas(scim), SCHEMA_VIEW);
      const schema = await getSchema(scim, wanted);
      // Object formats print the whole schema; the other formats print a row per attribute.
      const isWhole = FORMAT_TRAITS[printer.format].holds === 'objects' || context.common.query !== undefined;
      if (isWhole) await printer.one(schema, SCHEMA_VIEW);
      else await printAll(context, schema.attributes, SCHEMA_ATTRIBUTE_VIEW);
    }),
  );
};
