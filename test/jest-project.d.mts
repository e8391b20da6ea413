/** Makes a folder with tests of a NestJS application in TypeScript a project of Jest, with the packages of this workspace. */
export function writeJestProject(folder: string): void;
