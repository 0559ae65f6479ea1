import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/**
 * Compiles the sources that `tsconfig.build.json` names into `dist/`, laid out as they are: to JavaScript all of them, and to declarations
 * those that these declarations (relative to `dist/`) lead to, because TypeScript takes longer for them than for everything else.
 */
export async function compileSources(root: string, declarations: readonly string[]): Promise<void> {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), {}, host);
  if (!config || config.errors.length > 0) return fail(config?.errors[0]);
  await writeJavaScript(
    root,
    config.fileNames.filter((file) => !file.endsWith('.d.ts')),
  );
  writeDeclarations(root, declarations, config.options);
}

/** It holds no comments; the source maps hold the sources. */
async function writeJavaScript(root: string, files: readonly string[]): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outdir: 'dist',
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    sourcemap: true,
    logLevel: 'error',
    write: false,
  });
  for (const { path, text } of outputFiles) write(path, path.endsWith('.js') ? importingJavaScript(text) : text);
}

/** Every import of a source has the ending of what is made of it. It is as long, and the source maps stay right. */
const importingJavaScript = (text: string): string => text.replace(/((?:from |import\(|import )"\.\.?\/[^"\n]+\.)ts"/g, '$1js"');

function writeDeclarations(root: string, declarations: readonly string[], options: ts.CompilerOptions): void {
  const sources = new Set(declarations.map((file) => join(root, file.replace(/d\.ts$/, 'ts'))));
  const program = ts.createProgram([...sources], options);
  for (const source of sources)
    program.emit(
      program.getSourceFile(source) ?? fail(`There is no ${relative(root, source)}.`),
      (path, text) => {
        write(path, text);
        for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles)
          if (fileName.startsWith('.')) sources.add(join(dirname(source), fileName));
      },
      undefined,
      true,
    );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function fail(problem: ts.Diagnostic | string | undefined): never {
  throw new Error(ts.flattenDiagnosticMessageText(typeof problem === 'object' ? problem.messageText : problem, '\n'));
}
