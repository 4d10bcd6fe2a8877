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
const kinds: Readonly<Record<string, { readonly called: string; readonly types: readonly string[] }>> = {
  UserID: { called: 'User', types: ['User'] },
  IssuableID: { called: 'Issuable', types: ['Issue', 'MergeRequest', 'WorkItem'] },
  IssueID: { called: 'Issue', types: ['Issue', 'WorkItem'] },
  MergeRequestID: { called: 'MergeRequest', types: ['MergeRequest'] },
  DesignManagementVersionID: { called: 'DesignManagement::Version', types: ['DesignManagement::Version'] },
  IterationID: { called: 'Iteration', types: ['Iteration'] },
  WorkItemID: { called: 'WorkItem', types: ['WorkItem'] },
  NoteID: { called: 'Note', types: ['Note', 'DiffNote', 'DiscussionNote'] },
  AwardableID: { called: 'Awardable', types: ['Note', 'DiffNote', 'DiscussionNote', 'Issue', 'MergeRequest'] },
  CiPipelineID: { called: 'Ci::Pipeline', types: ['Ci::Pipeline'] },
};

const checkedGlobalId = (name: string, value: unknown): string => {
  const { called, types } = kinds[name] ?? { called: name, types: [] };
  const parsed = typeof value === 'string' ? parseGlobalId(value) : undefined;
  if (parsed === undefined) throw new GraphQLError(`${JSON.stringify(value)} is not a valid Global ID`);
  if (!types.includes(parsed.type)) {
    throw new GraphQLError(`${JSON.stringify(value)} does not represent an instance of ${called}`);
  }
  return String(value);
};

const checkedTime = (value: unknown): string => {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) {
    throw new GraphQLError(`${JSON.stringify(value)} is not a valid date or time`);
  }
  return value;
};

/** Adds input validation to the scalars; output is text already. */
const addScalarRules = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLScalarType)) continue;
    const check =
      type.name in kinds
        ? (value: unknown) => checkedGlobalId(type.name, value)
        : type.name === 'Time' || type.name === 'Date'
          ? checkedTime
          : undefined;
    if (check === undefined) continue;
    type.coerceInputValue = check;
    type.coerceInputLiteral = (node) =>
      check(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined);
  }
};

/** GitLab's schema with scalar rules and type resolution, which its text can't express. */
export const serviceSchema = (): GraphQLSchema => {
  const schema = buildSchema(schemaText);
  addScalarRules(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: { readonly __typename: string }) => value.__typename;
  }
  return schema;
};

/** Release that introduced a field. */
const releases: Readonly<Record<string, string>> = { 'Note.awardEmoji': '16.1' };

/** Replaces `FieldsOnCorrectTypeRule` for a release, with GitLab's message and error code. */
export const undefinedFields =
  (edition: Edition) =>
  (context: ValidationContext): ASTVisitor => ({
    Field: (node) => {
      const type = context.getParentType();
      const fieldName = node.name.value;
      if (type == null) return;
      const since = releases[`${type.name}.${fieldName}`];
      if (context.getFieldDef() != null && (since === undefined || isAtLeast(edition, since))) return;
      context.reportError(
        new GraphQLError(`Field '${fieldName}' doesn't exist on type '${type.name}'`, {
          nodes: node,
          extensions: { code: 'undefinedField', typeName: type.name, fieldName },
        }),
      );
    },
  });
