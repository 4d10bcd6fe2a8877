import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

/** Refuses fields a type does not have, in the words and with the code of the service. */
export const undefinedFields = (context: ValidationContext): ASTVisitor => ({
  Field: (node) => {
    const type = context.getParentType();
    if (type == null || context.getFieldDef() != null) return;
    const fieldName = node.name.value;
    context.reportError(
      new GraphQLError(`Field '${fieldName}' doesn't exist on type '${type.name}'`, {
        nodes: node,
        extensions: { code: 'undefinedField', typeName: type.name, fieldName },
      }),
    );
  },
});
