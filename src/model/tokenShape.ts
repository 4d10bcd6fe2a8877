/**
 * Regular expression source: personal (also group and project), OAuth, deploy, feed, incoming mail, runner, job, pipeline
 * trigger, agent, SCIM, feature flag client, workspace, runner registration.
 */
export const tokenBeginning = '(?:gl(?:pat|oas|dt|ft|imt|rt|rtr|cbt|ptt|agent|soat|ffct|wt)-|GR1348941)';

const token = new RegExp(`^${tokenBeginning}[\\w.-]{10,200}$`);

export const isTokenShaped = (text: string): boolean => token.test(text);
