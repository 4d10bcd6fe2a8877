import type * as v from 'valibot';

/** What the description of a schema looks at; valibot keeps all of it readable. */
type Part = {
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly requirement?: unknown;
  readonly options?: readonly unknown[];
  readonly item?: Part;
  readonly value?: Part;
  readonly literal?: unknown;
  readonly wrapped?: Part;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly metadata?: { readonly eitherOf?: readonly Part[] };
};

/** A valibot schema in words for a table: `integer, from 1, to 100`, `array of …`, `{ id, name? }`. */
export const schemaText = (schema: v.GenericSchema): string => partText(schema);

const partText = (part: Part): string => {
  const [, ...actions] = part.pipe ?? [];
  const either = actions.find(({ metadata }) => metadata?.eitherOf !== undefined)?.metadata?.eitherOf;
  if (either !== undefined) return either.map(partText).join(' or ');
  const names = actions.map(({ type }) => type);
  const limits = actions.flatMap(({ type, requirement }) =>
    type === 'min_value'
      ? [`from ${String(requirement)}`]
      : type === 'max_value'
        ? [`to ${String(requirement)}`]
        : type === 'non_empty'
          ? ['not empty']
          : [],
  );
  const base =
    part.type === 'number' && names.some((name) => name === 'integer' || name === 'safe_integer')
      ? 'integer'
      : names.includes('iso_timestamp')
        ? 'timestamp'
        : plainText(part);
  return [base, ...limits].join(', ');
};

const plainText = (part: Part): string => {
  switch (part.type) {
    case 'picklist':
      return (part.options ?? []).map((option) => `\`${String(option)}\``).join(', ');
    case 'literal':
      return `\`${String(part.literal)}\``;
    case 'union':
      return (part.options ?? []).map((option) => partText(option as Part)).join(' or ');
    case 'array':
      return `array of ${part.item === undefined ? 'anything' : partText(part.item)}`;
    case 'record':
      return `hash of ${part.value === undefined ? 'anything' : partText(part.value)}`;
    case 'object':
      return members(part);
    case 'loose_object':
      return `${members(part)} and more`;
    case 'optional':
    case 'nullish':
    case 'nullable':
      return part.wrapped === undefined ? 'anything' : partText(part.wrapped);
    case 'custom':
      return 'file';
    default:
      return part.type;
  }
};

const members = ({ entries = {} }: Part): string =>
  `{ ${Object.entries(entries)
    .map(([name, { type }]) => `\`${name}${type === 'optional' || type === 'nullish' ? '?' : ''}\``)
    .join(', ')} }`;
