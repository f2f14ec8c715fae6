/** Elements with a property that names a file, other than data sets, includes and uploads. */
const readers: readonly [tag: RegExp, property: RegExp][] = [
  [/(?:^|\.)(?:JSR223|BSF|BeanShell)\w+$/, /^(?:BeanShell\w+\.)?filename$/],
  [/(?:^|\.)XMLSchemaAssertion$/, /^xmlschema_assertion_filename$/],
  [/(?:^|\.)PublisherSampler$/, /^jms\.input_file$/],
  [/(?:^|\.)(?:VariablesFromCSV|RawRequestSourcePreProcessor)$/, /^filename$/],
  [/(?:^|\.)HTTPRawSampler$/, /^fileName$/],
];

/** Whether the property names a script or another file that the element reads. */
export function namesOtherFile(tag: string, property: string): boolean {
  return readers.some(([tags, properties]) => tags.test(tag) && properties.test(property));
}

/** Functions whose first argument is a file. A comma in its name is escaped as `\,`. */
const call = /\$\{__(CSVRead|StringFromFile|FileToString|XPath)\(\s*((?:\\.|[^,()\\])+)/g;

/** Files that functions in this text read, each with the name of the function. */
export function filesOfFunctions(text: string): { name: string; path: string }[] {
  return [...text.matchAll(call)]
    .map(([, name = '', path = '']) => ({
      name: `__${name}`,
      path: path.replace(/\\([,\\$])/g, '$1').trim(),
    }))
    .filter(({ path }) => path !== '' && !path.startsWith('*'));
}
