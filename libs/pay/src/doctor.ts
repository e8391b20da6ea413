export { doctor } from './doctor/doctor.js';
export type { DoctorFinding, DoctorOptions, DoctorReport } from './doctor/doctor.types.js';
