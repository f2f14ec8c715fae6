import type { DifferentialCase } from '../testing/differential-case.ts';
import { shown } from './functions.differential.ts';

export const cases: DifferentialCase[] = [
  shown('__strLen and __MD5', [
    '${__strLen(abc)}',
    '${__strLen(äöü€,n)} ${n}',
    '${__strLen(${empty}, n2 )} ${n2}',
    '${__MD5(abc)}',
    '${__MD5(ä, m )} ${m}',
    '${__MD5(a,b,c)} ${b}',
    '${__MD5(${empty})}',
  ]),
  shown('__base64Encode and __base64Decode', [
    '${__base64Encode(abc)}',
    '${__base64Encode(ä€, v)} ${ v}',
    '${__base64Encode(${empty},)}|',
    '${__base64Decode(YWJj)}',
    '${__base64Decode(w6TigqwK,d)}',
    '${__base64Decode(YW Jj!)}|${__base64Decode(YWJ)}|${__base64Decode(YW)}|${__base64Decode(YWJjZ)}',
    '${__base64Decode(Pz8_Pj4-)}|${__base64Decode(YQ==YQ==)}|',
  ]),
  shown('__strReplace', [
    '${__strReplace(abcabc,b,xx)}',
    '${__strReplace(abc,z,x,r)} ${r}',
    '${__strReplace(a:b & c,: ,/,r2)} ${r2}',
    '${__strReplace(abc,,-)}',
    '${__strReplace(a-b,-,${empty}, r3)} ${ r3}',
    '${__strReplace(two and two,${y},1)}',
  ]),
  shown('__chooseRandom', [
    '${__chooseRandom(a,a,v)} ${v}',
    '${__chooseRandom(${x},${x}, w )} ${w}',
    '${__chooseRandom(b,b,)}',
  ]),
  shown('__chooseRandom takes one of its values', ['${__chooseRandom(q,w,e,v)}'], {
    normalize: (text) => text.replaceAll(/"(label|v)":"[qwe]"/g, '"$1":"one"'),
  }),
  shown('__doubleSum', [
    '${__doubleSum(1,2)}',
    '${__doubleSum(1.5,2.25,total)} ${total}',
    '${__doubleSum(0.1,0.2,)}',
    '${__doubleSum( 1e3 ,-5.5d, 2 )}',
    '${__doubleSum(${x},10000000)}',
    '${__doubleSum(1,2, spaced )} ${spaced}',
  ]),
  shown('__if', [
    '${__if(a,a,yes,no)}',
    '${__if(${x},2,yes,no,r)} ${r}',
    '${__if(,,both empty,no, r2 )} ${r2}',
    '${__if(a,b,yes,)}|',
  ]),
  shown('__isDefined and __iterationNum', [
    '${__isDefined(x)} ${__isDefined( x )} ${__isDefined(none)} ${__isDefined(empty)}',
    '${__iterationNum} ${__iterationNum()}',
  ]),
  shown('__caseFormat', [
    '${__caseFormat(ab cd-ef_gh)}',
    '${__caseFormat(AB CD-ef__gh ,UPPER_CAMEL_CASE,c)} ${c}',
    '${__caseFormat(AbCd ef,snake_case)}',
    '${__caseFormat(-AbCd ef-,KEBAB_CASE)}',
    '${__caseFormat(AbCd ef,LISP_CASE)}${__caseFormat(AbCd ef,SPINAL_CASE)}',
    '${__caseFormat(AbCd ef,LOWER_HYPHEN)}${__caseFormat(AbCd ef,LOWER_UNDERSCORE)}',
    '${__caseFormat(AbCd ef,UPPER_UNDERSCORE)}',
    '${__caseFormat(AbCd ef,odd)}',
    '${__caseFormat(${empty},TRAIN_CASE)}|',
    '${__caseFormat(_a_,LOWER_CAMEL_CASE)}',
    '${__caseFormat(AbCd ef,TRAIN_CASE)}',
    '${__caseFormat(éa ßb,UPPER_CAMEL_CASE)}',
  ]),
  shown('__escapeXml and __escapeOroRegexpChars', [
    '${__escapeXml(<a b="c">\'&ä€</a>)}',
    '${__escapeXml(a\u007fb\u0085c\u0090d\u00a0)}',
    '${__escapeOroRegexpChars(a.b*c_d-e ä€)}',
    '${__escapeOroRegexpChars((x)[y]{1}^$|\\\\\\,, v )} ${v}',
  ]),
  shown('__TestPlanName', ['${__TestPlanName}', '${__TestPlanName()}'], {
    normalize: (text) => text.replaceAll(/plan(-\d+)?\.jmx/g, 'plan'),
  }),
];
