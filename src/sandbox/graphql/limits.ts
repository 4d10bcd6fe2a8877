import {
  getNamedType,
  isCompositeType,
  isListType,
  isObjectType,
  isInterfaceType,
  getNullableType,
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { connectionPageSize } from '../../wire/graphql.ts';

export interface QueryLimits {
  readonly complexity: number;
  readonly depth: number;
}

/** Higher for signed-in users, highest for administrators. */
export const limitsOf = (person: { readonly isAdmin: boolean } | undefined): QueryLimits => {
  if (person === undefined) return { complexity: 200, depth: 15 };
  return { complexity: person.isAdmin ? 300 : 250, depth: 20 };
};

export interface QuerySize {
  readonly complexity: number;
  readonly depth: number;
}

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Cache, as one fragment may be spread often. */
  readonly sizes: Map<SelectionSetNode, QuerySize>;
}

const nothing: QuerySize = { complexity: 0, depth: 0 };

const valueOf = ({ variables }: Walk, node: ValueNode | undefined): unknown => {
  if (node === undefined || node.kind === Kind.NULL) return undefined;
  if (node.kind === Kind.VARIABLE)
    return (Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined) ?? undefined;
  if (node.kind === Kind.INT) return Number(node.value);
  return node.kind === Kind.BOOLEAN ? node.value : node;
};

const isLeftOut = (walk: Walk, directives: readonly DirectiveNode[] | undefined): boolean =>
  directives?.some(({ name, arguments: given }) => {
    const value = valueOf(walk, given?.[0]?.value);
    return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
  }) === true;

const argument = (walk: Walk, field: FieldNode, name: string): unknown =>
  valueOf(walk, field.arguments?.find((one) => one.name.value === name)?.value);

/** Connections are types with `pageInfo`. */
const isConnection = (definition: GraphQLField<unknown, unknown>): boolean => {
  const type = getNamedType(definition.type);
  return isObjectType(type) && !isListType(getNullableType(definition.type)) && 'pageInfo' in type.getFields();
};

/**
 * One plus the cost of the selection. In connections `sort` and `search` add one each, and each item of a page adds one
 * percent, unless items are selected by `iid`.
 */
const costOf = (walk: Walk, field: FieldNode, definition: GraphQLField<unknown, unknown>, inner: number): number => {
  if (!isConnection(definition)) return inner + 1;
  const extra = ['sort', 'search'].filter((name) => argument(walk, field, name) !== undefined).length;
  const sizes = ['first', 'last'].map((name) => argument(walk, field, name)).filter((size) => typeof size === 'number');
  const isNamed = ['iid', 'iids'].some((name) => argument(walk, field, name) !== undefined);
  const page = isNamed ? 0 : Math.min(connectionPageSize, ...sizes);
  return Math.floor((inner + 1 + extra) * (1 + Math.max(0, page) / 100));
};

const fieldSize = (walk: Walk, field: FieldNode, parent: GraphQLCompositeType): QuerySize => {
  const name = field.name.value;
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
  // `__typename`, `__schema` and `__type` are not defined on the type
  if (definition === undefined) {
    const meta = name === '__schema' ? '__Schema' : name === '__type' ? '__Type' : undefined;
    const type = meta === undefined ? undefined : walk.schema.getType(meta);
    if (field.selectionSet === undefined || !isCompositeType(type)) return { complexity: 1, depth: 0 };
    return { complexity: sizeOf(walk, field.selectionSet, type).complexity + 1, depth: 0 };
  }
  const type = getNamedType(definition.type);
  const inner =
    field.selectionSet !== undefined && isCompositeType(type) ? sizeOf(walk, field.selectionSet, type) : nothing;
  return { complexity: costOf(walk, field, definition, inner.complexity), depth: inner.depth + 1 };
};

const sizeOf = (walk: Walk, selectionSet: SelectionSetNode, parent: GraphQLCompositeType): QuerySize => {
  const known = walk.sizes.get(selectionSet);
  if (known !== undefined) return known;
  let complexity = 0;
  let depth = 0;
  for (const selection of selectionSet.selections) {
    if (isLeftOut(walk, selection.directives)) continue;
    let size: QuerySize;
    if (selection.kind === Kind.FIELD) {
      size = fieldSize(walk, selection, parent);
    } else {
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
      const named =
        fragment?.typeCondition === undefined ? parent : walk.schema.getType(fragment.typeCondition.name.value);
      size = fragment === undefined || !isCompositeType(named) ? nothing : sizeOf(walk, fragment.selectionSet, named);
    }
    complexity += size.complexity;
    depth = Math.max(depth, size.depth);
  }
  walk.sizes.set(selectionSet, { complexity, depth });
  return { complexity, depth };
};

/** Complexity and depth of an operation in a valid document. Skipped fields count zero. */
export const querySize = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): QuerySize => {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const root = schema.getRootType(operation.operation);
  const walk = { schema, fragments, variables, sizes: new Map() };
  return root == null ? nothing : sizeOf(walk, operation.selectionSet, root);
};
