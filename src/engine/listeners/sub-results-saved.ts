const name = 'jmeter.save.saveservice.subresults';

/** Whether sub-results are saved. As in JMeter, any value but "true" is false, also `yes` and `true `. */
export function areSubResultsSaved(properties: ReadonlyMap<string, string>): boolean {
  return (properties.get(name) ?? 'true').toLowerCase() === 'true';
}
