import type { TextFunctionMaker } from '../core.ts';
import { beanShell } from './bean-shell.ts';
import { changeCase } from './change-case.ts';
import { char } from './char.ts';
import { counter } from './counter.ts';
import { csvRead } from './csv-read.ts';
import { dateTimeConvert } from './date-time-convert.ts';
import { digest } from './digest.ts';
import { env } from './env.ts';
import { escapeHtml, escapeOroRegexpChars, escapeXml, unescapeHtml, unescapeJava } from './escapes.ts';
import { evalText, evalVariable } from './eval.ts';
import { fileToString, stringFromFile, stringToFile } from './files.ts';
import { groovy } from './groovy.ts';
import { javaScript } from './java-script.ts';
import { jexl3 } from './jexl3.ts';
import { log, logNothing } from './log.ts';
import { machineIp, machineName } from './machine.ts';
import { samplerName, testPlanName, threadGroupName } from './names.ts';
import {
  base64Decode,
  base64Encode,
  caseFormat,
  chooseRandom,
  doubleSum,
  ifEqual,
  isDefined,
  iterationNum,
  lowercase,
  md5,
  strLen,
  strReplace,
  uppercase,
} from './plugin-texts.ts';
import { property, propertyShort } from './property.ts';
import { random } from './random.ts';
import { randomDate } from './random-date.ts';
import { randomFromMultipleVars } from './random-from-multiple-vars.ts';
import { randomString } from './random-string.ts';
import { regexFunction } from './regex-function.ts';
import { isPropDefined, isVarDefined, setProperty } from './set-property.ts';
import { split } from './split.ts';
import { substring } from './substring.ts';
import { intSum, longSum } from './sum.ts';
import { threadNum } from './thread-num.ts';
import { time } from './time.ts';
import { timeShift } from './time-shift.ts';
import { tstFeedback } from './tst-feedback.ts';
import { urlDecode, urlEncode } from './url-encoding.ts';
import { uuid } from './uuid.ts';
import { variable } from './variable.ts';
import { xpath } from './xpath.ts';

/** Every function that plans can call, by its name. */
export const textFunctions: ReadonlyMap<string, TextFunctionMaker> = new Map([
  ['__BeanShell', beanShell],
  ['__CSVRead', csvRead],
  ['__FileToString', fileToString],
  ['__MD5', md5],
  ['__P', propertyShort],
  ['__Random', random],
  ['__RandomDate', randomDate],
  ['__RandomFromMultipleVars', randomFromMultipleVars],
  ['__RandomString', randomString],
  ['__StringFromFile', stringFromFile],
  ['__StringToFile', stringToFile],
  ['__TestPlanName', testPlanName],
  ['__UUID', uuid],
  ['__V', variable],
  ['__XPath', xpath],
  ['__base64Decode', base64Decode],
  ['__base64Encode', base64Encode],
  ['__caseFormat', caseFormat],
  ['__changeCase', changeCase],
  ['__char', char],
  ['__chooseRandom', chooseRandom],
  ['__counter', counter],
  ['__dateTimeConvert', dateTimeConvert],
  ['__digest', digest],
  ['__doubleSum', doubleSum],
  ['__env', env],
  ['__escapeHtml', escapeHtml],
  ['__escapeOroRegexpChars', escapeOroRegexpChars],
  ['__escapeXml', escapeXml],
  ['__eval', evalText],
  ['__evalVar', evalVariable],
  ['__if', ifEqual],
  ['__groovy', groovy],
  ['__intSum', intSum],
  ['__isDefined', isDefined],
  ['__isPropDefined', isPropDefined],
  ['__isVarDefined', isVarDefined],
  ['__iterationNum', iterationNum],
  ['__javaScript', javaScript],
  ['__jexl3', jexl3],
  ['__log', log],
  ['__logn', logNothing],
  ['__longSum', longSum],
  ['__lowercase', lowercase],
  ['__machineIP', machineIp],
  ['__machineName', machineName],
  ['__property', property],
  ['__regexFunction', regexFunction],
  ['__samplerName', samplerName],
  ['__setProperty', setProperty],
  ['__split', split],
  ['__strLen', strLen],
  ['__strReplace', strReplace],
  ['__substring', substring],
  ['__threadGroupName', threadGroupName],
  ['__threadNum', threadNum],
  ['__time', time],
  ['__timeShift', timeShift],
  ['__tstFeedback', tstFeedback],
  ['__unescape', unescapeJava],
  ['__unescapeHtml', unescapeHtml],
  ['__uppercase', uppercase],
  ['__urldecode', urlDecode],
  ['__urlencode', urlEncode],
]);
