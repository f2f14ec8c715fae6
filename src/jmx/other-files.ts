/** Elements that read a file by a property, besides data sets, includes and uploads. */
const readers: readonly [tag: RegExp, property: RegExp][] = [
  [/(?:^|\.)(?:JSR223|BSF|BeanShell)\w+$/, /^(?:BeanShell\w+\.)?filename$/],
  [/(?:^|\.)XMLSchemaAssertion$/, /^xmlschema_assertion_filename$/],
  [/(?:^|\.)PublisherSampler$/, /^jms\.input_file$/],
  [/(?:^|\.)(?:VariablesFromCSV|RawRequestSourcePreProcessor)$/, /^filename$/],
  [/(?:^|\.)HTTPRawSampler$/, /^fileName$/],
];

/** True where the property names a script or another file that the element reads. */
export function namesOtherFile(tag: string, property: string): boolean {
  return readers.some(([tags, properties]) => tags.test(tag) && properties.test(property));
}

/** Their first argument is the file; a comma in its name is written `\,`. */
const call = /\$\{__(CSVRead|StringFromFile|FileToString|XPath)\(\s*((?:\\.|[^,()\\])+)/g;

/** The files that functions in this text read, by the name of the function. */
export function filesOfFunctions(text: string): { name: string; path: string }[] {
  return [...text.matchAll(call)]
    .map(([, name = '', path = '']) => ({
      name: `__${name}`,
      path: path.replace(/\\([,\\$])/g, '$1').trim(),
    }))
    .filter(({ path }) => path !== '' && !path.startsWith('*'));
}
