export { ofBranch, requestBranch } from '../kit/ofBranch.ts';
