import {
  type ASTVisitor,
  buildSchema,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type ValidationContext,
} from 'graphql';
import { parseGlobalId } from '../../wire/graphql.ts';
import { type Edition, isAtLeast } from '../edition.ts';
import { schemaText } from './schemaText.ts';

/** Accepted types of each Global ID scalar, and GitLab's name for them. */
const globalIdTypes: Readonly<Record<string, { readonly label: string; readonly types: readonly string[] }>> = {
  UserID: { label: 'User', types: ['User'] },
  IssuableID: { label: 'Issuable', types: ['Issue', 'MergeRequest', 'WorkItem'] },
  IssueID: { label: 'Issue', types: ['Issue', 'WorkItem'] },
  MergeRequestID: { label: 'MergeRequest', types: ['MergeRequest'] },
  DesignManagementVersionID: { label: 'DesignManagement::Version', types: ['DesignManagement::Version'] },
  IterationID: { label: 'Iteration', types: ['Iteration'] },
  WorkItemID: { label: 'WorkItem', types: ['WorkItem'] },
  NoteID: { label: 'Note', types: ['Note', 'DiffNote', 'DiscussionNote'] },
  AwardableID: { label: 'Awardable', types: ['Note', 'DiffNote', 'DiscussionNote', 'Issue', 'MergeRequest'] },
  CiPipelineID: { label: 'Ci::Pipeline', types: ['Ci::Pipeline'] },
};

const requireGlobalId = (name: string, value: unknown): string => {
  const { label, types } = globalIdTypes[name] ?? { label: name, types: [] };
  const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined;
  if (parsed === undefined) throw new GraphQLError(`${JSON.stringify(value)} is not a valid Global ID`);
  if (!types.includes(parsed.type)) {
    throw new GraphQLError(`${JSON.stringify(value)} does not represent an instance of ${label}`);
  }
  return String(value);
};

const requireTime = (value: unknown): string => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError(`${JSON.stringify(value)} is not a valid date or time`);
  }
  return value;
};

/** Validates scalar input. Resolvers return output as text. */
const addScalarValidation = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLScalarType)) continue;
    const check =
      type.name in globalIdTypes
        ? (value: unknown) => requireGlobalId(type.name, value)
        : type.name === 'Time' || type.name === 'Date'
          ? requireTime
          : undefined;
    if (check === undefined) continue;
    type.coerceInputValue = check;
    type.coerceInputLiteral = (node) =>
      check(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined);
  }
};

/** GitLab's schema, with scalar validation and resolution of abstract types, which SDL can't express. */
export const sandboxSchema = (): GraphQLSchema => {
  const schema = buildSchema(schemaText);
  addScalarValidation(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: { readonly __typename: string }) => value.__typename;
  }
  return schema;
};

/** Release that introduced a field, for fields missing from older ones. */
const fieldReleases: Readonly<Record<string, string>> = { 'Note.awardEmoji': '16.1' };

/** Replaces `FieldsOnCorrectTypeRule` for a release, with GitLab's message and error code. */
export const fieldsRule =
  (edition: Edition) =>
  (context: ValidationContext): ASTVisitor => ({
    Field: (node) => {
      const type = context.getParentType();
      const fieldName = node.name.value;
      if (type == null) return;
      const since = fieldReleases[`${type.name}.${fieldName}`];
      if (context.getFieldDef() != null && (since === undefined || isAtLeast(edition, since))) return;
      context.reportError(
        new GraphQLError(`Field '${fieldName}' doesn't exist on type '${type.name}'`, {
          nodes: node,
          extensions: { code: 'undefinedField', typeName: type.name, fieldName },
        }),
      );
    },
  });
