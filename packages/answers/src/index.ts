/** Open points of the document, answers to them, and what follows from their values. */
export { derive } from './derive.ts';
export { marksOf, pointsOf, type Point, type PointedDocument, type Points } from './document.ts';
export { contradictionIn, misfitOf, type Misfit } from './fits.ts';
export { withAnswersOf } from './file.ts';
export { namesOf } from './names.ts';
export { AnswerError } from './refusal.ts';
export { withAnswers, type Unfollowed } from './settle.ts';
