export { doctor } from './doctor/doctor.js';
export type { DoctorReport } from './doctor/doctor.types.js';
